import type { Requester } from '@dossier/contracts';
import type { Answer } from '@dossier/line';

/** Who may use the bot, and how often; undefined means everybody, and without limit. */
export interface Limits {
  readonly perUser?: number;
  readonly perGroup?: number;
  /** LINE ids of people, groups and rooms. */
  readonly allowed?: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Why somebody may not begin another version today; undefined when they may. Days are UTC days. */
export function refusalByLimits(
  limits: Limits,
  begunToday: { readonly user: number; readonly group: number },
  now: Date,
): Answer | undefined {
  const resetsInMs = DAY_MS - (now.getTime() % DAY_MS);
  const { perUser, perGroup } = limits;
  if (perUser !== undefined && begunToday.user >= perUser) {
    return { kind: 'limit-reached', who: 'user', limit: perUser, resetsInMs };
  }
  if (perGroup !== undefined && begunToday.group >= perGroup) {
    return { kind: 'limit-reached', who: 'group', limit: perGroup, resetsInMs };
  }
  return undefined;
}

/** Whether the list of allowed senders, where there is one, names the person or the group. */
export function isAllowed({ allowed }: Limits, { to, userId }: Requester): boolean {
  if (allowed === undefined) return true;
  return allowed.includes(to) || (userId !== undefined && allowed.includes(userId));
}
