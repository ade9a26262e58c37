import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Checks `x-line-signature`: base64 of HMAC-SHA256 over the raw body bytes. Never give it a body that
 * was parsed and written again: LINE escapes emoji, `JSON.stringify` does not.
 * @param secrets channel secrets; more than one while a secret is being rotated. Empty ones count for
 * nothing, since anybody can sign with an empty key.
 * @see https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/
 */
export function verifySignature(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): boolean {
  if (header === undefined) return false;
  const given = Buffer.from(header, 'utf8');
  return secrets
    .filter((secret) => secret !== '')
    .map((secret) => Buffer.from(createHmac('sha256', secret).update(body).digest('base64')))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}
