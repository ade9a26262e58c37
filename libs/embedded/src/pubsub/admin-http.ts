import { createServer, type Server } from 'node:http';
import type { PushSigner } from './push-signer.ts';

/** What the admin endpoint shows. */
export interface AdminView {
  readonly signer: PushSigner;
  healthy(): boolean;
  stats(): object;
}

/**
 * A read-only HTTP endpoint: /healthz (503 once nothing can be stored any more), /stats, and the
 * keys of push tokens under the paths Google publishes its own.
 */
export function createAdminServer(view: AdminView): Server {
  return createServer((request, response) => {
    const answer = answerTo(request.url, view);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
}

function answerTo(path: string | undefined, view: AdminView): { status: number; body: object } {
  switch (path) {
    case '/healthz': {
      const ok = view.healthy();
      return { status: ok ? 200 : 503, body: { ok } };
    }
    case '/stats':
      return { status: 200, body: view.stats() };
    case '/oauth2/v1/certs':
      return { status: 200, body: view.signer.pemKeys() };
    case '/oauth2/v3/certs':
      return { status: 200, body: view.signer.jsonWebKeys() };
    default:
      return { status: 404, body: { error: `There is no ${path ?? 'page'} here.` } };
  }
}
