import type { BotEntry, UserEntry } from './chat-store.ts';
import type { LedgerEntry } from './ledger.ts';
import type { LoadingAnimation } from './loading-animations.ts';
import type { WebhookResult } from './webhook-sender.ts';

/** Something that a screen showing the chats wants to know at once. */
export type Activity =
  | { readonly type: 'user-message'; readonly entry: UserEntry }
  /** A person changed the text of an earlier message. */
  | { readonly type: 'edited'; readonly entry: UserEntry }
  /** A person took a message back. */
  | { readonly type: 'unsent'; readonly entry: UserEntry }
  | { readonly type: 'delivered'; readonly chatId: string; readonly entries: readonly BotEntry[] }
  /** A request to send something was decided, and answered unless its answer was lost. */
  | { readonly type: 'ledger'; readonly entry: LedgerEntry }
  | { readonly type: 'loading'; readonly loading: LoadingAnimation }
  | { readonly type: 'webhook'; readonly result: WebhookResult; readonly entry?: UserEntry };

/** Hears every activity, in order; it must not throw. */
export type ActivityListener = (activity: Activity) => void;

/** Tells listeners; nothing is kept for those who come later. */
export class ActivityFeed {
  readonly #listeners = new Set<ActivityListener>();

  /** @returns a function that ends the subscription. */
  subscribe(listener: ActivityListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody, before it returns. */
  tell(activity: Activity): void {
    for (const listener of this.#listeners) listener(activity);
  }
}
