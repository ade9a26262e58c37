import { LANGUAGES, type FollowUp, type NewResearch, type RunKey } from '@dossier/contracts';
import { wishWords, type Answer } from '@dossier/line';
import { decideReach, decideVersion, openRun, type Change } from '@dossier/workspace';
import {
  MOST_QUEUED,
  withOpenRun,
  withoutPending,
  withQueue,
  type Asked,
} from '../conversation/conversation.ts';
import { saying, type Decision } from './decision.ts';
import { refusalByLimits } from './limits.ts';
import { mayChange, newestReport, runningIn, type Situation } from './situation.ts';
import { stageOf } from './stage-of.ts';

/**
 * What becomes of something that was asked for: it begins, or waits behind others, or its asker is
 * offered the choice.
 */
export function decideAsked(situation: Situation, asked: Asked): Decision {
  const { conversation, workspaces, now } = situation;
  // The event began this run before its record expired: it is no new one.
  if (asked.what.kind === 'new' && workspaces.has(asked.id)) return {};
  const refusal = refusalOf(situation, asked);
  if (refusal !== undefined) return saying(refusal);
  if (conversation.queue.length > 0) return decideQueue(situation, asked);
  const running = runningIn(situation);
  if (running === undefined) return begin(situation, asked);
  const { requester } = running.workspace;
  return {
    conversation: { ...conversation, pending: { ...asked, askedAt: now.toISOString() } },
    say: {
      kind: 'busy',
      running: running.version.request.question,
      stage: stageOf(running.version),
      asked: wordsOf(asked),
      pending: asked.id,
      mayCancel: mayChange(situation, requester),
      mayQueue: true,
    },
  };
}

/** Puts something at the end of the queue; it begins at once when nothing is under way. */
export function decideQueue(situation: Situation, asked: Asked): Decision {
  const { now } = situation;
  const conversation = withoutPending(situation.conversation);
  const { queue } = conversation;
  if (queue.length >= MOST_QUEUED) return saying({ kind: 'queue-full', limit: MOST_QUEUED });
  const refusal = refusalOf(situation, asked);
  if (refusal !== undefined) return saying(refusal);
  if (queue.length === 0 && runningIn(situation) === undefined) return begin(situation, asked);
  return {
    conversation: withQueue(conversation, [...queue, asked], now),
    say: { kind: 'queued', question: wordsOf(asked), place: queue.length + 1 },
    ...countedUnlessFree(asked),
  };
}

/** Begins what was asked for, whatever else is under way. Its limits were checked. */
export function begin(situation: Situation, asked: Asked): Decision {
  const begun =
    asked.what.kind === 'new' ? beginRun(situation, asked) : beginVersion(situation, asked);
  return { ...begun, ...(begun.began !== undefined && countedUnlessFree(asked)) };
}

/** The words by which the asker recognises what they asked for. */
export function wordsOf({ what }: Asked): string {
  return what.kind === 'new' ? what.question : (what.wish.instruction ?? wishWords(what));
}

function beginRun(situation: Situation, asked: Asked): Decision {
  const { id: runId, requester, what } = asked;
  const { now, timings, conversation } = situation;
  const request: NewResearch = {
    kind: 'new',
    question: what.question,
    reportLanguage: 'zh-TW',
    searchLanguages: LANGUAGES,
  };
  const opened = reachedAsNow(situation, openRun({ runId, requester, request }, now, timings));
  const key = { runId, version: 1 };
  return {
    conversation: withOpenRun(withoutPending(conversation), runId),
    changes: [opened],
    commands: [opened.result],
    began: begunBy(asked, key),
    say: { kind: 'accepted', question: what.question, run: key },
  };
}

function beginVersion(situation: Situation, asked: Asked): Decision {
  const { id, what } = asked;
  if (what.kind === 'new') throw new Error('a new run is no follow-up');
  const { now, timings, conversation, workspaces } = situation;
  const workspace = workspaces.get(what.runId);
  const request: FollowUp = {
    ...what.wish,
    // As the run knows it now: its first message may have been taken back meanwhile.
    question: workspace?.versions['1']?.request.question ?? what.question,
    reportLanguage: 'zh-TW',
    searchLanguages: what.wish.languages ?? LANGUAGES,
    baseVersion:
      (what.ofNewest && workspace && newestReport(workspace)?.version) ?? what.baseVersion,
  };
  const opened = reachedAsNow(
    situation,
    decideVersion(workspace, { version: { request }, by: id }, now, timings),
  );
  const { result } = opened;
  if (result.kind === 'skipped') {
    const run = { runId: what.runId, version: what.baseVersion };
    const { question } = what;
    return result.reason === 'still-running'
      ? saying({ kind: 'still-running', run, question, stage: 'notify' })
      : saying({ kind: 'no-report', run, question });
  }
  return {
    conversation: withOpenRun(withoutPending(conversation), what.runId),
    changes: [opened],
    commands: [result.command],
    began: begunBy(asked, result.key),
    say: {
      kind: 'follow-up-accepted',
      question: what.question,
      run: result.key,
      wish: what.wish,
      ...(what.heading !== undefined && { heading: what.heading }),
    },
  };
}

/**
 * Whether a version that begins (again) may be told of by a push is what is true of its conversation
 * now: while its run was not under way, nobody told its workspace.
 */
export function reachedAsNow<T>({ conversation, now }: Situation, change: Change<T>): Change<T> {
  if (change.workspace === undefined) return change;
  const isReachable = conversation.unreachableSince === undefined;
  const { workspace, audit = [] } = decideReach(change.workspace, isReachable, now);
  if (workspace === undefined) return change;
  return { ...change, workspace, audit: [...(change.audit ?? []), ...audit] };
}

function begunBy({ messageKey }: Asked, run: RunKey): NonNullable<Decision['began']> {
  return { run, ...(messageKey !== undefined && { messageKey }) };
}

/** Publishing anew asks no model: it counts towards no limit. */
function countedUnlessFree({ what }: Asked): Pick<Decision, 'counted'> {
  return what.kind === 'follow-up' && what.wish.kind === 'republish' ? {} : { counted: true };
}

/** Why something that was asked for may not begin today; undefined when it may, or costs nothing. */
export function refusalOf(
  { limits, begunToday, now }: Situation,
  asked: Asked,
): Answer | undefined {
  if (countedUnlessFree(asked).counted === undefined) return undefined;
  return refusalByLimits(limits, begunToday, now);
}
