import type { Scene } from './scene.ts';

/** One request to the webhook. */
export type Post =
  | readonly object[]
  /** Made when its turn comes: it speaks of what the bot answered before. */
  | ((seen: Seen) => readonly object[])
  | RawPost;

/** A body that is not what LINE makes of events. */
export interface RawPost {
  readonly raw: string | Uint8Array;
  /** Sent instead of the right signature; null sends none. */
  readonly signature?: string | null;
  /** Name of the signature's header. */
  readonly header?: string;
  /** The events in it, so that their reply tokens are good. */
  readonly events?: readonly object[];
}

/** What a person in the chat can see. */
export interface Seen {
  /** LINE's id of the bot's newest message. */
  readonly botMessageId: string;
}

/** What must come of a case; what is not named must not happen. */
export interface Expected {
  /** Of all posts, or of each in its order; 200 unless given. */
  readonly status?: number | readonly number[];
  /** Runs begun: `WHO: QUESTION`, `WHO in PLACE: QUESTION`, with ` (cancelled)` behind it when it is. */
  readonly runs?: readonly string[];
  /** Replies that LINE took: `WHERE: ` and a part of their words. */
  readonly replies?: readonly string[];
  /** Replies that LINE refused. */
  readonly refused?: number;
  /** What is remembered of the chats: `WHERE: pending QUESTION`, `... queued ...`, `WHERE: unreachable`. */
  readonly state?: readonly string[];
  /** How many events are remembered as handled; not looked at unless given. */
  readonly handled?: number;
  /** Texts that must stand nowhere: in no document, and in nothing that is sent to LINE. */
  readonly nowhere?: readonly string[];
}

/** One row of the table. */
export interface WebhookCase {
  readonly title: string;
  readonly posts: (scene: Scene) => readonly Post[];
  readonly expected: Expected;
}

/** A case of one event. */
export function one(
  title: string,
  event: (scene: Scene) => object,
  expected: Expected,
): WebhookCase {
  return { title, posts: (scene) => [[event(scene)]], expected };
}

/** A text of one person to the bot. */
export function said(text: string, expected: Expected, title = `“${shown(text)}”`): WebhookCase {
  return one(title, (scene) => scene.text(text), expected);
}

/** The person's question was taken on. */
export function begins(question: string): Expected {
  return { runs: [`user: ${question}`], replies: ['user: 收到，開始研究'] };
}

/** The same in the group. */
export function beginsInGroup(question: string): Expected {
  return { runs: [`user in group: ${question}`], replies: ['group: 這個問題我收到了'] };
}

/** Nothing is begun; the words are answered. */
export function answers(words: string): Expected {
  return { runs: [], replies: [`user: ${words}`] };
}

/** Not the bot's business: nothing is begun, said or remembered. */
export const SILENT: Expected = { handled: 0 };

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text).slice(1, -1);
}
