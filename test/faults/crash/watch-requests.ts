import { subscribe } from 'node:diagnostics_channel';
import { sceneNow } from './named-boundaries.ts';

/** Node's announcements of requests that leave the process: gRPC, fetch, and the storage client. */
const CHANNELS = [
  'http2.client.stream.created',
  'undici:request:create',
  'http.client.request.start',
] as const;

/**
 * Reports every request that is made on behalf of a run outside of a named boundary: an await that
 * `nameBoundaries` does not know.
 */
export function watchRequests(report: (seen: { place: string; request: string }) => void): void {
  for (const channel of CHANNELS) {
    subscribe(channel, (message) => {
      const scene = sceneNow();
      if (scene === undefined || scene.named) return;
      report({ place: scene.place, request: `${channel} ${describe(message)}` });
    });
  }
}

/** The path of the request, of which each channel tells in its own way. */
function describe(message: unknown): string {
  const path =
    fieldOf(fieldOf(message, 'request'), 'path') ?? fieldOf(fieldOf(message, 'headers'), ':path');
  return typeof path === 'string' ? path : '(unknown path)';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
