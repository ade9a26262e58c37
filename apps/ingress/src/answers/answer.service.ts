import { Inject, Injectable } from '@nestjs/common';
import {
  STAGE_NAMES,
  type ArtifactName,
  type Artifacts,
  type Clock,
  type Publication,
  type RunKey,
  type StageProgress,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import type { Answer, HistoryRow, VersionRow } from '@dossier/line';
import { CLOCK, ReportLinks } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import type { Conversation } from '../conversation/conversation.ts';
import type { Say } from '../decisions/decision.ts';
import { newestReport } from '../decisions/situation.ts';
import { stageOf } from '../decisions/stage-of.ts';
import { ChapterReader } from '../events/chapter-reader.ts';

/** Runs that one list shows: LINE's carousels hold twelve. */
const MOST_LISTED = 10;

/** Turns what is to be said into an answer, reading the artifacts that it tells of. */
@Injectable()
export class AnswerService {
  constructor(
    private readonly workspaces: WorkspaceStore,
    private readonly links: ReportLinks,
    private readonly chapters: ChapterReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws the store's error; nothing has been said then. */
  async answerOf(say: Say): Promise<Answer> {
    switch (say.kind) {
      case 'tell-status':
        return this.#status(say.key, say.workspace, say.queued);
      case 'tell-report':
        return this.endOf(say.key, say.workspace);
      case 'tell-versions':
        return this.#versions(say.workspace);
      case 'tell-history':
        return this.#history(say.conversation);
      default:
        return say;
    }
  }

  async #status(key: RunKey, workspace: Workspace, queued: number): Promise<Answer> {
    const version = versionOf(workspace, key);
    // Who asks for the progress of something finished wants to see it.
    if (version.status === 'done') return this.endOf(key, workspace);
    const plan = await this.#artifact(key, workspace, 'plan');
    const stage = stageOf(version);
    const { reason } = version.failure ?? {};
    return {
      kind: 'status',
      run: key,
      question: version.request.question,
      status: version.status,
      stage,
      needsHuman: STAGE_NAMES.some((name) => version.stages[name]?.status === 'needs_human'),
      ...(reason !== undefined && { reason }),
      ...detailsOf(version),
      elapsedMs: this.clock.now().getTime() - Date.parse(version.startedAt),
      groups: [...new Set(plan?.groups.map(({ purpose }) => purpose))],
      queued,
    };
  }

  /** How a version ended, as its card says it. */
  async endOf(key: RunKey, workspace: Workspace): Promise<Answer> {
    const version = versionOf(workspace, key);
    const { question } = version.request;
    // A page may exist of a version that failed afterwards: that is no report.
    const over = version.status === 'failed' || version.status === 'cancelled';
    const publication = over ? undefined : await this.#publication(key, workspace);
    if (publication !== undefined) return { kind: 'report', run: key, question, publication };
    return {
      kind: 'ended',
      notice: noticeOf(version),
      run: key,
      question,
      stage: stageOf(version),
      reason: version.failure?.reason ?? 'unknown',
      ...(await this.#choicesAfter(key, workspace)),
    };
  }

  /** The chapters that there are, after a wish for one that is not. */
  async #choicesAfter(key: RunKey, workspace: Workspace) {
    const { request, failure } = versionOf(workspace, key);
    if (failure?.reason !== 'no-such-chapter' || request.kind === 'new') return {};
    const base = { runId: key.runId, version: request.baseVersion };
    const version = versionOf(workspace, base);
    const chapters = await this.chapters.read({ key: base, workspace, version });
    return chapters === undefined ? {} : { chapters };
  }

  async #versions(workspace: Workspace): Promise<Answer> {
    const { runId } = workspace;
    const numbers = Object.keys(workspace.versions)
      .map(Number)
      .sort((a, b) => b - a)
      .slice(0, MOST_LISTED);
    const rows = numbers.map(async (version): Promise<VersionRow> => {
      const key = { runId, version };
      const state = versionOf(workspace, key);
      const publication = await this.#publication(key, workspace);
      return {
        version,
        status: state.status,
        startedAt: new Date(state.startedAt),
        kind: state.request.kind,
        ...(publication !== undefined && { publication }),
      };
    });
    const { question } = versionOf(workspace, { runId, version: workspace.version }).request;
    return { kind: 'versions', runId, question, versions: await Promise.all(rows) };
  }

  async #history({ runIds, currentRunId }: Conversation): Promise<Answer> {
    const rows = runIds
      .toReversed()
      .slice(0, MOST_LISTED)
      .map(async (runId): Promise<HistoryRow[]> => {
        const workspace = await this.workspaces.read(runId);
        // The sweep forgets workspaces before conversations.
        if (workspace === undefined) return [];
        const report = newestReport(workspace);
        const run = report ?? { runId, version: workspace.version };
        const version = versionOf(workspace, run);
        const publication = report && (await this.#publication(report, workspace));
        const row: HistoryRow = {
          run,
          question: version.request.question,
          status: version.status,
          startedAt: new Date(version.startedAt),
          current: runId === currentRunId,
          ...(publication !== undefined && { publication }),
        };
        return [row];
      });
    const found = (await Promise.all(rows)).flat();
    return found.length === 0 ? { kind: 'no-run' } : { kind: 'history', runs: found };
  }

  /** With links that open from now on: whoever asks for one gets a fresh one. */
  async #publication(key: RunKey, workspace: Workspace): Promise<Publication | undefined> {
    const publication = await this.#artifact(key, workspace, 'publication');
    return publication && this.links.opened(key.runId, publication);
  }

  #artifact<N extends ArtifactName>(
    { runId, version }: RunKey,
    { versions }: Workspace,
    name: N,
  ): Promise<Artifacts[N] | undefined> {
    const standsIn = versions[String(version)]?.carried?.[name] ?? version;
    return this.workspaces.readArtifact({ runId, version: standsIn }, name);
  }
}

function noticeOf({ status }: VersionState): Extract<Answer, { kind: 'ended' }>['notice'] {
  if (status === 'cancelled') return 'cancelled';
  return status === 'no_evidence' ? 'no-evidence' : 'failure';
}

function versionOf({ runId, versions }: Workspace, { version }: RunKey): VersionState {
  const state = versions[String(version)];
  if (state === undefined) throw new Error(`workspace ${runId} has no version ${version}`);
  return state;
}

/** What is known beyond the stage's name: how far it has come, or what a person has to decide. */
function detailsOf(version: VersionState): { progress?: StageProgress; waitsFor?: string } {
  const waiting = STAGE_NAMES.map((name) => version.stages[name]).find(
    (stage) => stage?.status === 'needs_human',
  );
  const progress = version.stages[stageOf(version)]?.progress;
  return {
    ...(progress !== undefined && { progress }),
    ...(waiting?.lastError !== undefined && { waitsFor: waiting.lastError.reason }),
  };
}
