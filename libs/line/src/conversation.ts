/** Where an event comes from and an answer goes to. */
export interface LineConversation {
  /** `user:U...`, `group:C...` or `room:R...`. */
  readonly conversationId: string;
  /** The id a push goes to. */
  readonly to: string;
  /** Who wrote; in groups only when that person agreed to it. */
  readonly userId?: string;
}

/** LINE's ids are a letter and 32 hex digits; anything that cannot be one names no place to answer to. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads the `source` of a webhook event; null when it is of an unknown kind or names no id. */
export function conversationOf(source: Readonly<Record<string, unknown>>): LineConversation | null {
  const { type, userId, groupId, roomId } = source;
  const ids = new Map<unknown, unknown>([
    ['user', userId],
    ['group', groupId],
    ['room', roomId],
  ]);
  const to = ids.get(type);
  if (typeof type !== 'string' || typeof to !== 'string' || !ID.test(to)) return null;
  return {
    conversationId: `${type}:${to}`,
    to,
    ...(typeof userId === 'string' && ID.test(userId) && { userId }),
  };
}
