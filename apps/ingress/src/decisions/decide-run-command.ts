import { isEnded, LIMITS_OF_A_DAY, type RunKey, type VersionState } from '@dossier/contracts';
import { decideCancel, decideResume } from '@dossier/workspace';
import type { RunCommand } from '@dossier/line';
import { withOpenRun, withoutPending } from '../conversation/conversation.ts';
import { reachedAsNow } from './begin.ts';
import { saying, type Decision } from './decision.ts';
import { nextFromQueue } from './queue-head.ts';
import {
  afterChange,
  mayChange,
  newestReport,
  runningIn,
  targetOf,
  type Situation,
  type Target,
} from './situation.ts';
import { stageOf } from './stage-of.ts';

/** Commands that change nothing themselves, or only one run; `republish` is a follow-up. */
type Command = Exclude<RunCommand, 'republish'>;

/** Does a command about one run: the one that its button names, else the quoted or current one. */
export function decideRunCommand(situation: Situation, command: Command, named?: RunKey): Decision {
  const target = targetFor(situation, command, named);
  if (target === undefined) return withoutRun(situation, command, named);
  switch (command) {
    case 'status':
      return saying({
        kind: 'tell-status',
        ...target,
        queued: situation.conversation.queue.length,
      });
    case 'link':
      return link(target);
    case 'versions':
      return saying({ kind: 'tell-versions', workspace: target.workspace });
    case 'cancel':
      return cancel(situation, target);
    case 'retry':
      return retry(situation, target);
    case 'approve-plan':
    case 'edit-plan':
      // Nothing waits for a plan's approval unless the stage says so (design.md section 6).
      return saying({ kind: 'no-plan-waiting', question: target.version.request.question });
  }
}

/** A cancel that names no run means what is under way, even if another report is spoken of. */
function targetFor(
  situation: Situation,
  command: Command,
  named: RunKey | undefined,
): Target | undefined {
  const unnamed = named === undefined && situation.quoted === undefined;
  const running = command === 'cancel' && unnamed ? runningIn(situation) : undefined;
  return running ?? targetOf(situation, named);
}

function withoutRun({ conversation }: Situation, command: Command, named?: RunKey): Decision {
  const { pending } = conversation;
  if (command === 'cancel' && pending !== undefined && named === undefined) {
    return {
      conversation: withoutPending(conversation),
      say: { kind: 'not-queued', question: pending.what.question },
    };
  }
  return saying({ kind: named === undefined ? 'no-run' : 'button-invalid' });
}

function link({ key, workspace, version }: Target): Decision {
  const published = version.stages.publish?.status === 'done' ? key : newestReport(workspace);
  if (published !== undefined) return saying({ kind: 'tell-report', key: published, workspace });
  return saying({ kind: 'tell-status', key, workspace, queued: 0 });
}

function cancel(situation: Situation, { key, workspace, version }: Target): Decision {
  const { now, timings } = situation;
  const { question } = version.request;
  if (!mayChange(situation, workspace.requester)) return saying({ kind: 'not-owner' });
  // The person is answered directly: a push would only cost.
  const cancellation = { key, by: 'requester', cause: 'asked-by-requester', tell: false };
  const change = decideCancel(workspace, cancellation, now, timings);
  if (change.result.kind === 'skipped') {
    return saying({ kind: 'not-cancellable', question, status: version.status });
  }
  const next = nextFromQueue(afterChange(situation, change), key.runId);
  return {
    ...next,
    changes: [change, ...(next.changes ?? [])],
    say: {
      kind: 'cancelled',
      question,
      ...(next.question !== undefined && { next: next.question }),
    },
  };
}

function retry(situation: Situation, { key, workspace, version }: Target): Decision {
  const { now, timings, ownRunId, conversation } = situation;
  const { question } = version.request;
  if (!mayChange(situation, workspace.requester)) return saying({ kind: 'not-owner' });
  const running = runningIn(situation);
  const decides = waitsForAnotherDay(version);
  const isItself = decides && running?.key.runId === key.runId;
  if (running !== undefined && !isItself) {
    const { request } = running.version;
    const stage = stageOf(running.version);
    return saying({ kind: 'still-running', run: running.key, question: request.question, stage });
  }
  const by = { by: 'requester', cause: 'asked-by-requester' };
  const resumption = { key, token: ownRunId, ...by, decides };
  const change =
    isEnded(version.status) || decides
      ? reachedAsNow(situation, decideResume(workspace, resumption, now, timings))
      : undefined;
  if (change?.result.kind !== 'resumed') {
    return saying({ kind: 'not-retryable', question, status: version.status });
  }
  const { command } = change.result;
  return {
    conversation: withOpenRun(conversation, key.runId),
    changes: [change],
    commands: [command],
    say: { kind: 'retrying', question, run: key, stage: command.stage },
  };
}

function waitsForAnotherDay({ status, stages }: VersionState): boolean {
  if (status !== 'running') return false;
  return Object.values(stages).some(
    (stage) => stage.status === 'needs_human' && LIMITS_OF_A_DAY.has(stage.lastError?.reason ?? ''),
  );
}
