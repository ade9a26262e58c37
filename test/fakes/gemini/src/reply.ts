import type { GoogleRefusal } from './google-refusal.ts';

/** How an answer reaches its client, or does not. */
export type Transport =
  | 'whole'
  /** The connection is cut before anything was answered. */
  | 'reset'
  /** ... in the middle of the body. */
  | 'reset-in-body'
  /** Nothing ever comes. */
  | 'hang'
  /** Status and headers come late, or the second half of the body does. */
  | 'slow-headers'
  | 'slow-body';

/** What goes over the wire. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** How late a slow one is, in milliseconds. */
  readonly delayMs?: number;
}

const JSON_TYPE = 'application/json; charset=UTF-8';

/** An answer in JSON that arrives as it should. */
export function jsonReply(body: object, status = 200): Reply {
  return { status, body: JSON.stringify(body), contentType: JSON_TYPE, transport: 'whole' };
}

/** An error in Google's shape. */
export function refusalReply(refusal: GoogleRefusal): Reply {
  return jsonReply(refusal.body, refusal.status);
}
