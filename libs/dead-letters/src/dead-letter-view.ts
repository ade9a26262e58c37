import type { AuditEntry, StageFailure, StageStatus, VersionStatus } from '@dossier/contracts';
import type { DeadLetter, DeadLetterAudit } from './dead-letter.ts';
import type { DeadLetterParts } from './parts.ts';
import { verdictOf, type ReplayVerdict } from './replay-verdict.ts';

/** Everything about one dead letter. */
export interface DeadLetterView {
  readonly letter: DeadLetter;
  /** The body as it arrived: as text where it is UTF-8, in base64 otherwise. Empty after a purge. */
  readonly body: { readonly encoding: 'utf8' | 'base64'; readonly content: string };
  readonly audit: readonly DeadLetterAudit[];
  /** The run as it is now; null when there is none. Without what the person asked. */
  readonly run: RunOfDeadLetter | null;
  /** What a replay would do now. */
  readonly verdict: ReplayVerdict;
  /** Records that a replay of this one ended in. */
  readonly successors: readonly string[];
}

/** What an operator needs to know of the run behind a dead letter. */
export interface RunOfDeadLetter {
  readonly newestVersion: number;
  /** Of the command's version; null when there is no such version. */
  readonly status: VersionStatus | null;
  readonly resumptions: number;
  readonly stages: Readonly<Partial<Record<string, StageStatus>>>;
  /** The stage's newest failed attempt. */
  readonly lastError: StageFailure | null;
  /** The history of the command's stage, every attempt with its end. */
  readonly attempts: readonly AuditEntry[];
}

/** Gathers everything about one dead letter. @throws DeadLetterError `not-found`. */
export async function viewOf(id: string, parts: DeadLetterParts): Promise<DeadLetterView> {
  const { letters, workspaces, clock, timings } = parts;
  const letter = await letters.read(id);
  const { command } = letter;
  const workspace = command === null ? undefined : await workspaces.read(command.runId);
  const version = workspace?.versions[String(command?.version)];
  const history =
    command === null || workspace === undefined ? [] : await workspaces.readAudit(command.runId);
  const stages = Object.entries(version?.stages ?? {}).map(([name, { status }]) => [name, status]);
  return {
    letter,
    body: textOf(await letters.readBody(id)),
    audit: await letters.readAudit(id),
    run:
      workspace === undefined || command === null
        ? null
        : {
            newestVersion: workspace.version,
            status: version?.status ?? null,
            resumptions: version?.resumptions ?? 0,
            stages: Object.fromEntries(stages) as RunOfDeadLetter['stages'],
            lastError: version?.stages[command.stage]?.lastError ?? null,
            attempts: history.filter(
              (entry) => entry.version === command.version && entry.stage === command.stage,
            ),
          },
    verdict: verdictOf(letter, workspace, { now: clock.now(), timings }),
    successors: (await letters.successorsOf(id)).map((successor) => successor.id),
  };
}

function textOf(body: Uint8Array): DeadLetterView['body'] {
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { encoding: 'utf8', content };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { encoding: 'base64', content: Buffer.from(body).toString('base64') };
  }
}
