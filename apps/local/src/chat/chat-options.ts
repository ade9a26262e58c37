import type { FakeLine } from '@dossier/fake-line';
import type { ProgressFeed } from './progress-feed.ts';

/** What the chat page needs from whoever composes the application. */
export interface ChatOptions {
  /** The stand-in that carries the messages. */
  readonly fakeLine: FakeLine;
  /** Questions offered while the chat is empty. */
  readonly examples: readonly string[];
  /** Where the stages report to; without one the page's pipeline stays at rest. */
  readonly progress?: ProgressFeed;
  /** Title of the chat. */
  readonly botName?: string;
  /** Domain names that the page may be opened under, besides localhost, bare names and IP addresses. */
  readonly hosts?: readonly string[];
}

/** The options with their defaults filled in. */
export type ChatSettings = Required<ChatOptions>;

/** Injection token of ChatSettings. */
export const CHAT_SETTINGS = Symbol('ChatSettings');
