import {
  isRunId,
  type FollowUpWish,
  type Requester,
  type RunId,
  type RunKey,
} from '@dossier/contracts';

/** Ingress's own document per conversation, `conversations/{conversationId}`. No other service reads it. */
export interface Conversation {
  /** The run that commands speak of when they name none. */
  readonly currentRunId?: RunId;
  /** The conversation's runs, newest last; the oldest are forgotten. */
  readonly runIds: readonly RunId[];
  /** Runs that may be under way, or whose end the people here may not have heard of yet. */
  readonly openRunIds: readonly RunId[];
  /** Questions that start one after the other, once nothing is under way. */
  readonly queue: readonly Asked[];
  /** When the head of the queue is looked at; absent while the queue is empty. */
  readonly queueCheckAt?: string;
  /** The newest question that waits for its asker's choice. */
  readonly pending?: Asked;
  /** What the bot asked back about last: a bare 第二章 or 日文 answers it. */
  readonly askedBack?: AskedBack;
  /** Since when nothing may be pushed here; absent while the bot is welcome. */
  readonly unreachableSince?: string;
  /** LINE's time of the newest event that told whether the bot is welcome, in milliseconds. */
  readonly membershipAt?: number;
  /** ISO 8601 UTC: after this the sweep deletes the document. */
  readonly expireAt: string;
}

/** A wish about a report that leaves its chapter or its languages open. */
export interface AskedBack {
  readonly run: RunKey;
  readonly wish: FollowUpWish;
  /** ISO 8601 UTC. */
  readonly askedAt: string;
  /** As in `Asked`. */
  readonly messageKey?: string;
}

/** Something that was asked for and has not begun. */
export interface Asked {
  /** UUIDv5 of its event: a new run's id; names a follow-up in buttons only. */
  readonly id: RunId;
  readonly requester: Requester;
  /** ISO 8601 UTC. */
  readonly askedAt: string;
  /** Key of the message's record, so that an unsend finds it. */
  readonly messageKey?: string;
  readonly what:
    | { readonly kind: 'new'; readonly question: string }
    | {
        readonly kind: 'follow-up';
        readonly runId: RunId;
        readonly question: string;
        readonly baseVersion: number;
        /** It was the newest report: a newer one, made while this waits, takes its place. */
        readonly ofNewest?: true;
        readonly wish: FollowUpWish;
        /** Heading of the chapter that the wish names. */
        readonly heading?: string;
      };
}

/** Runs that a conversation remembers: more than fit into one carousel of LINE. */
const MOST_RUNS = 20;
/** Runs that are looked at with every event, so they must be few. */
const MOST_OPEN_RUNS = 5;

/** Questions that may wait in one conversation. */
export const MOST_QUEUED = 3;

/** A conversation of which nothing is known yet. */
export const NEW_CONVERSATION: Conversation = {
  runIds: [],
  openRunIds: [],
  queue: [],
  expireAt: '',
};

/** Reads a document; a foreign or older shape gives what can be read of it. Only this service writes them. */
export function toConversation(data: object | undefined): Conversation {
  if (data === undefined) return NEW_CONVERSATION;
  const known = data as Partial<Conversation>;
  const { currentRunId } = known;
  const current = typeof currentRunId === 'string' && isRunId(currentRunId) ? [currentRunId] : [];
  return {
    ...NEW_CONVERSATION,
    ...(current[0] !== undefined && { currentRunId: current[0] }),
    runIds: Array.isArray(known.runIds) ? known.runIds : current,
    openRunIds: Array.isArray(known.openRunIds) ? known.openRunIds : current,
    queue: Array.isArray(known.queue) ? known.queue : [],
    ...(known.queueCheckAt !== undefined && { queueCheckAt: known.queueCheckAt }),
    ...(known.pending !== undefined && { pending: known.pending }),
    ...(known.askedBack !== undefined && { askedBack: known.askedBack }),
    ...(known.unreachableSince !== undefined && { unreachableSince: known.unreachableSince }),
    ...(known.membershipAt !== undefined && { membershipAt: known.membershipAt }),
  };
}

/** The conversation with a run (again) under way, and current. */
export function withOpenRun(before: Conversation, runId: RunId): Conversation {
  const conversation = withoutAskedBack(before);
  const newest = (list: readonly RunId[], most: number): RunId[] =>
    [...list.filter((each) => each !== runId), runId].slice(-most);
  return {
    ...conversation,
    currentRunId: runId,
    runIds: newest(conversation.runIds, MOST_RUNS),
    openRunIds: newest(conversation.openRunIds, MOST_OPEN_RUNS),
  };
}

/** The conversation with another queue, looked at from `checkAt` on. */
export function withQueue(
  conversation: Conversation,
  queue: readonly Asked[],
  checkAt: Date,
): Conversation {
  const { queueCheckAt: _old, ...rest } = conversation;
  return queue.length === 0
    ? { ...rest, queue }
    : { ...rest, queue, queueCheckAt: checkAt.toISOString() };
}

/** The conversation without a question that waits for a choice. */
export function withoutPending(conversation: Conversation): Conversation {
  const { pending: _chosen, ...rest } = conversation;
  return rest;
}

/** The conversation with nothing that the bot asked back about. */
export function withoutAskedBack(conversation: Conversation): Conversation {
  const { askedBack: _answered, ...rest } = conversation;
  return rest;
}
