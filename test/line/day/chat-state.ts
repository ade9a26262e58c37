import type { Wish } from './day-event.ts';

/** A version as the model knows it. */
export interface Version {
  readonly number: number;
  /** The message that asked for it. */
  readonly message?: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** Whether its plan is made: from then on an edit or an unsend of its question comes too late. */
  planned: boolean;
  /** LINE's id of the card that told its end by push. */
  card?: string;
  /** How its end was told. */
  told?: 'pushed' | 'undelivered' | 'handed-over';
}

/** A run as the model knows it. */
export interface Run {
  readonly id: string;
  /** Who alone may change it; absent when LINE did not say. */
  readonly owner?: string;
  readonly versions: Version[];
}

/** Something that was asked for and has not begun. */
export interface Asked {
  readonly id: string;
  readonly owner?: string;
  readonly message?: string;
  readonly at: number;
  /** A further version of this run; absent: a new run. */
  readonly further?: { readonly run: Run; readonly wish: Wish };
}

/** What is known of a message. */
export interface MessageMemory {
  readonly at: number;
  readonly fingerprint?: string;
  /** It was edited or taken back: older news of it do not count. */
  readonly overtakes: boolean;
}

export function newestOf({ versions }: Run): Version {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('a run has a version');
  return newest;
}

/** Only who asked may change a run; everybody may where LINE did not say who asked. */
export function mayChange(owner: string | undefined, by: string | undefined): boolean {
  return owner === undefined || owner === by;
}
