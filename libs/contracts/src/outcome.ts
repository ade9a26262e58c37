/** One delivery of a Pub/Sub message, pulled or pushed, as a handler sees it. */
export interface Delivery {
  /** The message's bytes, unread. */
  readonly body: Uint8Array;
  readonly attributes: Readonly<Record<string, string>>;
  readonly messageId: string;
  /** 1 for the first delivery; 0 where the subscription does not count. */
  readonly attempt: number;
}

/** How a delivery ends. The transport alone acts on it: acks, nacks, or moves it to the dead letters. */
export type Outcome =
  | { readonly kind: 'ack'; readonly note: string }
  /** `error` is for the log alone. */
  | { readonly kind: 'retry'; readonly reason: string; readonly error?: unknown }
  | {
      readonly kind: 'dead-letter';
      /** Stable kebab-case code. */
      readonly reason: string;
      /** What an operator needs to see: problems of the message or the stack of a bug. No person's text. */
      readonly detail?: string;
    };
