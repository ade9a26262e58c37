import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isEnded,
  runIdOf,
  STAGE_NAMES,
  type Publication,
  type RunId,
  type RunKey,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { encodePostback, understand } from '@dossier/line';
import { printStageEvent, startLocal, type LocalDossier, type LocalOptions } from '@dossier/local';
import { ReportStore, systemClock, type Settings } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';

const REDELIVERIES = 20;
const REDELIVERY_PAUSE_MS = 1_000;

/** The end of a run, as `--json` prints it. */
export interface ResearchResult {
  readonly runId: string;
  readonly version: number;
  readonly status: 'done' | 'no_evidence' | 'failed';
  /** The HTML file; the Markdown lies beside it. Null without a report. */
  readonly reportPath: string | null;
  readonly reportUrl: string | null;
  readonly citations: number;
  readonly sources: number;
  readonly divergences: number;
  readonly stages: readonly { stage: string; ms: number; attempts: number }[];
}

/** The result, and why there is no report: a stable code, undefined when there is one. */
export interface Researched {
  readonly result: ResearchResult;
  readonly reason: string | undefined;
}

/** Starts Dossier, asks the question as a LINE user would, waits for the end, saves the report as files. */
export async function research(
  question: string,
  settings: Settings,
  options: LocalOptions = {},
): Promise<Researched> {
  const dossier = await startLocal(settings, printStageEvent, options);
  try {
    const runId = await ask(dossier, question);
    const workspace = await theEndOf(dossier.app.get(WorkspaceStore), runId);
    return await describe(dossier, workspace);
  } finally {
    await dossier.close();
  }
}

/**
 * Asks as a LINE user of its own, so that no other run of the folder makes the conversation busy. What
 * a chat would take for a command or ask back about is a question here.
 */
async function ask({ simulator, app }: LocalDossier, question: string): Promise<RunId> {
  if (simulator === undefined) throw new Error('research speaks to the LINE simulator only');
  const webhookEventId = randomBytes(13).toString('hex').toUpperCase();
  const runId = runIdOf(webhookEventId);
  const speaker = { userId: `U${randomBytes(16).toString('hex')}` };
  const asIs = ['research', 'unclear'].includes(understand(question).kind);
  const text = asIs ? question : `研究：${question}`;
  const sent = simulator.sendText(speaker, text, { event: { webhookEventId } });
  await delivered(simulator, await sent);
  const store = app.get(WorkspaceStore);
  if ((await store.read(runId)) !== undefined) return runId;
  // Asked back: "research this", as a person would tap.
  const yes = encodePostback({ act: 'research', pending: runId });
  await delivered(simulator, await simulator.sendPostback(speaker, yes));
  if ((await store.read(runId)) !== undefined) return runId;
  throw new Error('the bot did not take this for a question: rephrase it');
}

/** A busy machine may answer too late. LINE delivers again then, and the event has its effect once. */
async function delivered(
  simulator: NonNullable<LocalDossier['simulator']>,
  first: Awaited<ReturnType<NonNullable<LocalDossier['simulator']>['sendText']>>,
): Promise<void> {
  let sent = first;
  for (let again = 0; !sent.ok && again < REDELIVERIES; again += 1) {
    await systemClock.sleep(REDELIVERY_PAUSE_MS);
    sent = await simulator.redeliver(sent.events);
  }
  if (!sent.ok) throw new Error(`the webhook was not accepted: ${sent.reason} ${sent.status}`);
}

/** The workspace once its version has ended and the user has been told. */
function theEndOf(store: WorkspaceStore, runId: RunId): Promise<Workspace> {
  return new Promise((resolveEnd, reject) => {
    const stop = store.watch(
      runId,
      (workspace) => {
        if (!hasStopped(workspace)) return;
        stop();
        resolveEnd(workspace);
      },
      reject,
    );
  });
}

/** A stage that waits for a person ends a command that nobody could answer. */
function hasStopped(workspace: Workspace): boolean {
  const { status, stages } = newest(workspace);
  const parked = Object.values(stages).some((stage) => stage.status === 'needs_human');
  return parked || (isEnded(status) && workspace.wakeAt === undefined);
}

function newest({ versions, version, runId }: Workspace): VersionState {
  const state = versions[String(version)];
  if (state === undefined) throw new Error(`workspace ${runId} has no version ${version}`);
  return state;
}

async function describe(dossier: LocalDossier, workspace: Workspace): Promise<Researched> {
  const key: RunKey = { runId: workspace.runId, version: workspace.version };
  const { status, stages, failure } = newest(workspace);
  const publication = await dossier.app.get(WorkspaceStore).readArtifact(key, 'publication');
  const path = status === 'done' && publication ? await save(dossier, key, publication) : null;
  const result: ResearchResult = {
    ...key,
    status: status === 'done' || status === 'no_evidence' ? status : 'failed',
    reportPath: path,
    reportUrl: path === null ? null : pathToFileURL(path).href,
    citations: publication?.counts.citations ?? 0,
    sources: publication?.counts.sources ?? 0,
    divergences: publication?.counts.divergences ?? 0,
    stages: STAGE_NAMES.flatMap((stage) => {
      const state = stages[stage];
      if (state === undefined) return [];
      const ms = Date.parse(state.endedAt ?? state.startedAt) - Date.parse(state.startedAt);
      return [{ stage, ms, attempts: state.attempts }];
    }),
  };
  const waiting = Object.values(stages).find((stage) => stage.status === 'needs_human');
  return { result, reason: failure?.reason ?? waiting?.lastError?.reason };
}

/** Copies the published objects into the data folder, where they can be opened without a server. */
async function save(
  { app, settings }: LocalDossier,
  { runId, version }: RunKey,
  { htmlObject, markdownObject }: Publication,
): Promise<string> {
  const folder = resolve(settings.DOSSIER_DATA, 'reports', runId, `v${version}`);
  await mkdir(folder, { recursive: true });
  for (const object of [markdownObject, htmlObject]) {
    const stored = await app.get(ReportStore).read(object);
    if (stored === undefined) throw new Error(`object ${object} is missing from the report bucket`);
    await writeFile(join(folder, basename(object)), stored.body);
  }
  return join(folder, basename(htmlObject));
}
