import { createHash } from 'node:crypto';

declare const brand: unique symbol;

/** One research project: the UUIDv5 of the LINE webhook event that started it. */
export type RunId = string & { readonly [brand]: 'RunId' };

/** What every effect is idempotent on: the run and its version (1 for the first report, +1 per follow-up). */
export interface RunKey {
  readonly runId: RunId;
  readonly version: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The name space of Dossier's derived ids: any fixed UUID serves, but changing it would break idempotency. */
const NAMESPACE = '5d0c51e8-6f0e-4f5c-9b53-3a1e7f0c2d11';

/** True for a lower-case UUID, the only form a run id has. */
export function isRunId(text: string): text is RunId {
  return UUID.test(text);
}

/** The run that a LINE webhook event starts: the same event can never start two. */
export function runIdOf(webhookEventId: string): RunId {
  return uuidV5(`run/${webhookEventId}`) as RunId;
}

/** LINE's X-Line-Retry-Key for one kind of push of one version: a repeated push is answered 409, not sent again. */
export function retryKeyOf({ runId, version }: RunKey, kind: string): string {
  return uuidV5(`push/${runId}/${version}/${kind}`);
}

/** RFC 9562 UUID version 5 (SHA-1, name based) in Dossier's name space. */
function uuidV5(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
