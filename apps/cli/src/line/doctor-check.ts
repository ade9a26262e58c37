/** How one look at the set-up ended; `note` is for what only a person can see. */
export type CheckStatus = 'ok' | 'note' | 'warn' | 'fail';

/** One look at the set-up of a channel. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** What is the case. Never a secret, never an id of a person. */
  readonly says: string;
  /** What to do about it; nothing when all is well. */
  readonly advice?: string;
}

/** What a check found, before it has its name. */
export type Finding = Omit<Check, 'name'>;

export const ok = (says: string): Finding => ({ status: 'ok', says });
export const note = (says: string, advice: string): Finding => ({ status: 'note', says, advice });
export const warn = (says: string, advice: string): Finding => ({ status: 'warn', says, advice });
export const fail = (says: string, advice: string): Finding => ({ status: 'fail', says, advice });
