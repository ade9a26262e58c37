import { Firestore } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import {
  commandFor,
  isEnded,
  isRunId,
  STAGE_NAMES,
  type Clock,
  type Ids,
  type Requester,
  type ResearchRequest,
  type RunId,
  type StageCommand,
  type StageName,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import { CLOCK, IDS, TIMINGS } from '@dossier/platform';
import { openRun, WorkspaceStore } from '@dossier/workspace';

/** What became of a question. */
export type Opening =
  /** A run was begun; its first command is in the outbox and should be published now. */
  | { readonly kind: 'opened'; readonly command: StageCommand }
  /** This very event was handled before (LINE delivered it again). */
  | { readonly kind: 'duplicate' }
  /** The conversation's current run is still going on: what it is about and where it is. */
  | { readonly kind: 'busy'; readonly question: string; readonly stage: StageName };

/** Ingress's own document per conversation: which run is current. No other service reads it. */
interface Conversation {
  readonly currentRunId: RunId;
  /** The call that made it current: tells a repeated transaction from a repeated event. */
  readonly openedBy: string;
  readonly updatedAt: string;
}

/** Opens runs: the workspace and the conversation change in one transaction. */
@Injectable()
export class OpenRunService {
  constructor(
    private readonly firestore: Firestore,
    private readonly store: WorkspaceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(TIMINGS) private readonly timings: Timings,
  ) {}

  /** Idempotent on `runId`: the same event opens one run, however often and however concurrently it comes. */
  open(run: { runId: RunId; requester: Requester; request: ResearchRequest }): Promise<Opening> {
    const reference = this.firestore.collection('conversations').doc(run.requester.conversationId);
    const openedBy = this.ids.next();
    return this.firestore.runTransaction(async (transaction): Promise<Opening> => {
      const conversation = toConversation((await transaction.get(reference)).data());
      if (conversation?.openedBy === openedBy) {
        // The client runs this again when the answer to its commit was lost: the run is ours, and open.
        return { kind: 'opened', command: commandFor({ runId: run.runId, version: 1 }, 'plan') };
      }
      const current = conversation?.currentRunId;
      if (current !== undefined && current !== run.runId) {
        const workspace = await this.store.readWithin(transaction, current);
        const known = await this.store.readWithin(transaction, run.runId);
        if (known !== undefined) return { kind: 'duplicate' };
        const busy = workspace && whatIsRunning(workspace);
        if (busy !== undefined) return { kind: 'busy', ...busy };
      }
      const now = this.clock.now();
      const command = await this.store.changeWithin<StageCommand | undefined>(
        transaction,
        run.runId,
        (known) => (known === undefined ? openRun(run, now, this.timings) : { result: undefined }),
      );
      if (command === undefined) return { kind: 'duplicate' };
      const next: Conversation = {
        currentRunId: run.runId,
        openedBy,
        updatedAt: now.toISOString(),
      };
      transaction.set(reference, { ...next });
      return { kind: 'opened', command };
    });
  }
}

function whatIsRunning(workspace: Workspace): { question: string; stage: StageName } | undefined {
  const version = workspace.versions[String(workspace.version)];
  if (version === undefined || isEnded(version.status)) return undefined;
  const stage = STAGE_NAMES.find((name) => version.stages[name]?.status !== 'done') ?? 'notify';
  return { question: version.request.question, stage };
}

/** Only this service writes these documents; a foreign shape counts as none. */
function toConversation(data: object | undefined): Conversation | undefined {
  if (data === undefined || !('currentRunId' in data && 'openedBy' in data)) return undefined;
  return typeof data.currentRunId === 'string' && isRunId(data.currentRunId)
    ? (data as Conversation)
    : undefined;
}
