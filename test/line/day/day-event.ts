/** A version of a run. */
export interface Key {
  readonly runId: string;
  readonly version: number;
}

/** What a person wants of a finished report. */
export type Wish = 'deepen' | 'missing-chapter' | 'sources' | 'rewrite' | 'republish';

/** What an event means, known to whoever made it up: nothing here is found out by reading its text. */
export type Does =
  | { readonly kind: 'ask' | 'unclear' | 'new-topic' }
  /** Asks for something that changes nothing: status, link, lists, help, a greeting, a forged button, ... */
  | { readonly kind: 'talk' }
  /** In a group, and not to the bot; or a sticker there. */
  | { readonly kind: 'chatter' }
  | { readonly kind: 'follow-up'; readonly wish: Wish; readonly run?: Key }
  | { readonly kind: 'cancel' | 'retry'; readonly run?: Key }
  | { readonly kind: 'select'; readonly run: Key }
  | {
      readonly kind: 'choose';
      readonly act: 'wait' | 'queue' | 'research' | 'cancel-first';
      readonly pending: string;
    }
  /** `to`: what the new words ask for; absent when they are not to the bot. */
  | { readonly kind: 'edit'; readonly to?: Does }
  | { readonly kind: 'unsend' | 'welcome' | 'farewell' };

/** One event of the day. */
export interface DayEvent {
  /** LINE's id of the event. */
  readonly id: string;
  /** LINE's id of the user or group. */
  readonly chat: string;
  /** Who did it; absent when LINE does not say. */
  readonly by?: string;
  /** When it happened, in milliseconds. */
  readonly at: number;
  /** LINE's id of the message that is written, edited or taken back. */
  readonly message?: string;
  /** Equal for one message under two event ids. */
  readonly fingerprint?: string;
  readonly replyToken?: string;
  readonly does: Does;
  /** As it stands in a webhook body. */
  readonly json: object;
}

/** One text for two keys of the same version. */
export function nameOf({ runId, version }: Key): string {
  return `${runId} v${version}`;
}
