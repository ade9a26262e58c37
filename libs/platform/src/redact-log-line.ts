import { createHash } from 'node:crypto';

const LINE_ID = /([UCR])[0-9a-f]{32}/g;
const HASH_LENGTH = 10;
/** What a credential consists of (RFC 6750, b64token). */
const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/=-]+/gi;
/** Quotes may be escaped: a message that quotes JSON becomes part of a JSON line. */
const AUTHORIZATION_IN_QUOTES = /(authorization(?:\\?["'])?\s*[:=]\s*\\?["'])[^"'\\]+/gi;
const AUTHORIZATION = /(authorization\s*[:=]\s*)(?:(?:Basic|Bearer|Digest)\s+)?[^\s"'\\,;{}[\]]+/gi;
const REDACTED = '[redacted]';

/**
 * A line of the log without what must not be in it, wherever in the line it stands: LINE's ids of
 * users, groups and rooms become `U#` and ten digits of their SHA-256, by which entries of one person
 * can still be told to belong together; credentials go. JSON stays JSON.
 */
export function redactLogLine(line: string): string {
  return line
    .replace(LINE_ID, (id, kind: string) => `${kind}#${hashOf(id)}`)
    .replace(AUTHORIZATION_IN_QUOTES, `$1${REDACTED}`)
    .replace(AUTHORIZATION, `$1${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`);
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, HASH_LENGTH);
}
