/** The protocol's transitions by the audit entry that each leaves. */
const BY_EVENT: Readonly<Record<string, string>> = {
  opened: 'open',
  claimed: 'claim',
  committed: 'commit',
  released: 'release',
  parked: 'park',
  failed: 'fail',
  'requested-again': 'request-again',
};

/**
 * The name of what a transaction decided, read from the change that it makes: `look` when it writes
 * nothing, `renew` or `prove` when it writes no audit entry.
 */
export function transitionOf(change: object): string {
  if (!('workspace' in change) || change.workspace === undefined) return 'look';
  const entry: unknown = 'audit' in change && Array.isArray(change.audit) ? change.audit[0] : null;
  if (typeof entry === 'object' && entry !== null && 'event' in entry) {
    const event = String(entry.event).split('.').at(-1) ?? '';
    return BY_EVENT[event] ?? event;
  }
  return 'result' in change && change.result === 'written' ? 'renew' : 'prove';
}
