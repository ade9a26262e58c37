import {
  STAGE_NAMES,
  type Notice,
  type Publication,
  type RunKey,
  type VersionState,
} from '@dossier/contracts';
import type { Answer, ChapterChoice } from '@dossier/line';

/**
 * The one message that ends a version: the card, or a plain word about why there is none.
 * @param chapters those that can be gone into, when one was wished for that is not there.
 */
export function composeNotice(
  version: VersionState,
  run: RunKey,
  publication: Publication | undefined,
  chapters?: readonly ChapterChoice[],
): { kind: Notice['kind']; answer: Answer } {
  const { question } = version.request;
  const failed = version.status === 'failed' || version.status === 'cancelled';
  if (publication !== undefined && !failed) {
    return { kind: 'report', answer: { kind: 'report', run, question, publication } };
  }
  const notice = noticeOf(version);
  const { stage = lastStage(version), reason = 'unknown' } = version.failure ?? {};
  const ended = { kind: 'ended', notice, run, question, stage, reason } as const;
  return { kind: notice, answer: { ...ended, ...(chapters !== undefined && { chapters }) } };
}

function noticeOf({ status }: VersionState): Exclude<Notice['kind'], 'report'> {
  if (status === 'cancelled') return 'cancelled';
  return status === 'no_evidence' ? 'no-evidence' : 'failure';
}

function lastStage({ stages }: VersionState): Extract<Answer, { kind: 'ended' }>['stage'] {
  return STAGE_NAMES.find((name) => stages[name]?.status !== 'done') ?? 'notify';
}
