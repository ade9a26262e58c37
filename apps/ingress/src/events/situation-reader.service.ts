import type { Transaction } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock, RunId, RunKey, Timings, Workspace } from '@dossier/contracts';
import { CLOCK, SETTINGS_TOKEN, TIMINGS, type Settings } from '@dossier/platform';
import type { Conversation } from '../conversation/conversation.ts';
import type { Limits } from '../decisions/limits.ts';
import type { Situation } from '../decisions/situation.ts';
import { DailyUse } from './daily-use.ts';
import type { EventRequest } from './event-request.ts';
import { EventStore, type Read } from './event-store.ts';

/** Reads everything that an event is decided on. */
@Injectable()
export class SituationReader {
  constructor(
    private readonly store: EventStore,
    private readonly use: DailyUse,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @param read what is known of the event itself. */
  async read(transaction: Transaction, request: EventRequest, read: Read): Promise<Situation> {
    const { requester, ownRunId, messageKey, event } = request;
    const [workspaces, begunToday] = await Promise.all([
      this.store.readWorkspaces(transaction, runsIn(request, read)),
      this.use.read(transaction, requester),
    ]);
    const quoted = read.quoted?.run ?? runTold(workspaces, event.quotedMessageId);
    return {
      now: this.clock.now(),
      timings: this.timings,
      limits: this.#limits(),
      ownRunId,
      requester,
      conversation: read.conversation,
      workspaces,
      begunToday,
      ...(messageKey !== undefined && { messageKey }),
      ...(quoted !== undefined && { quoted }),
    };
  }

  #limits(): Limits {
    const {
      DOSSIER_DAILY_RUNS_PER_USER: perUser,
      DOSSIER_DAILY_RUNS_PER_GROUP: perGroup,
      DOSSIER_ALLOWED_SENDERS: allowed,
    } = this.settings;
    return {
      ...(perUser !== undefined && { perUser }),
      ...(perGroup !== undefined && { perGroup }),
      ...(allowed !== undefined && { allowed }),
    };
  }
}

/** The runs that a decision may speak of. */
function runsIn(
  { ownRunId, namedRunId, event }: EventRequest,
  { conversation, message, quoted }: Read,
): RunId[] {
  const { openRunIds, currentRunId, runIds } = conversation;
  const one = [namedRunId, currentRunId, quoted?.run?.runId, message?.run?.runId];
  // A card that was pushed is known by its workspace only.
  const unknownQuote = event.quotedMessageId !== undefined && quoted?.run === undefined;
  return [
    ownRunId,
    ...openRunIds,
    ...one.filter((runId) => runId !== undefined),
    ...waitingRuns(conversation),
    ...(unknownQuote ? runIds : []),
  ];
}

/** The runs of which a further version waits to begin. */
function waitingRuns({ queue, pending }: Conversation): RunId[] {
  return [...queue, ...(pending === undefined ? [] : [pending])].flatMap(({ what }) =>
    what.kind === 'follow-up' ? [what.runId] : [],
  );
}

/** The version whose card has this id. */
function runTold(
  workspaces: ReadonlyMap<RunId, Workspace>,
  messageId: string | undefined,
): RunKey | undefined {
  if (messageId === undefined) return undefined;
  for (const { runId, versions } of workspaces.values()) {
    for (const [version, { told }] of Object.entries(versions)) {
      if (told?.messageIds.includes(messageId)) return { runId, version: Number(version) };
    }
  }
  return undefined;
}
