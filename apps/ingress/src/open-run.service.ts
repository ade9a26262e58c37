import { Firestore } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import {
  isEnded,
  STAGE_NAMES,
  type Clock,
  type Requester,
  type ResearchRequest,
  type RunId,
  type StageCommand,
  type StageName,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import { CLOCK, TIMINGS } from '@dossier/platform';
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
  readonly updatedAt: string;
}

/** Opens runs: the workspace and the conversation change in one transaction. */
@Injectable()
export class OpenRunService {
  constructor(
    private readonly firestore: Firestore,
    private readonly store: WorkspaceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
  ) {}

  /** Idempotent on `runId`: the same event opens one run, however often and however concurrently it comes. */
  open(run: { runId: RunId; requester: Requester; request: ResearchRequest }): Promise<Opening> {
    const reference = this.firestore.collection('conversations').doc(run.requester.conversationId);
    return this.firestore.runTransaction(async (transaction): Promise<Opening> => {
      const current = currentRunOf((await transaction.get(reference)).data());
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
      const conversation: Conversation = { currentRunId: run.runId, updatedAt: now.toISOString() };
      transaction.set(reference, { ...conversation });
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

function currentRunOf(data: object | undefined): RunId | undefined {
  if (data === undefined || !('currentRunId' in data)) return undefined;
  return data.currentRunId as RunId;
}
