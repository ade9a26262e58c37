import { isDeadLetterId } from './dead-letter-id.ts';

/** Names a replay in the workspace that it resumes: `dlq/{record}/{n}`, the n-th replay of its chain. */
export function replayTokenOf(recordId: string, replayCount: number): string {
  return `dlq/${recordId}/${replayCount}`;
}

/** The record whose replay resumed a version; null when something else did. */
export function predecessorOf(resumedBy: string | undefined): string | null {
  const [kind, recordId = ''] = (resumedBy ?? '').split('/');
  return kind === 'dlq' && isDeadLetterId(recordId) ? recordId : null;
}
