import { createHash } from 'node:crypto';

/**
 * Eight hex digits that dead letters of one cause share: stage, reason, and the place where it broke,
 * without what differs between two runs (ids, numbers, folders).
 */
export function fingerprintOf(stage: string, reason: string, detail: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([stage, reason, placeOf(detail ?? '')]))
    .digest('hex')
    .slice(0, 8);
}

/** The first frame of a stack, or the first line of anything else. */
function placeOf(detail: string): string {
  const lines = detail.split('\n');
  const frame = lines.find((line) => /^\s*at /.test(line));
  return (frame ?? lines[0] ?? '')
    .replace(/(?:file:\/\/)?[^\s()]*[\\/](?=[^\\/\s()]+)/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/\d+/g, '#')
    .trim();
}
