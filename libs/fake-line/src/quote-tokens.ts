/**
 * The token by which a message can be quoted. LINE's never expires, works again and again, and only in
 * its own chat (docs: get-quote-tokens), so it is made of just these two; a bot must not read it.
 */
export function quoteTokenOf(chatId: string, messageId: string): string {
  return Buffer.from(`${chatId}.${messageId}`).toString('base64url');
}

/** What a token stands for; undefined for one that was never given out. */
export function quotedBy(token: string): { chatId: string; messageId: string } | undefined {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, chatId, messageId] = /^([UCR][0-9a-f]{32})\.(\d+)$/.exec(text) ?? [];
  if (chatId === undefined || messageId === undefined) return undefined;
  return { chatId, messageId };
}
