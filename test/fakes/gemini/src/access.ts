import type { IncomingHttpHeaders } from 'node:http';
import type { ApiPath } from './api-path.ts';
import { GoogleRefusal, rpc } from './google-refusal.ts';

/**
 * Who may ask: the Gemini API wants the key, Vertex AI a bearer token or (express mode) the key.
 * Any bearer token is taken: which accounts may call is nothing that a client's code decides.
 * @throws GoogleRefusal 400, 401 or 403 as Google answers.
 */
export function checkAccess(headers: IncomingHttpHeaders, api: ApiPath['api'], key: string): void {
  const given = headers['x-goog-api-key'];
  const isBearer = /^Bearer \S+/u.test(headers.authorization ?? '');
  if (api === 'vertex' && isBearer) return;
  if (given === key) return;
  if (given !== undefined) throw wrongKey();
  if (api === 'vertex') {
    throw new GoogleRefusal(
      'no-token',
      401,
      'UNAUTHENTICATED',
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  }
  throw new GoogleRefusal(
    'no-key',
    403,
    'PERMISSION_DENIED',
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  );
}

function wrongKey(): GoogleRefusal {
  const message = 'API key not valid. Please pass a valid API key.';
  return new GoogleRefusal('wrong-key', 400, 'INVALID_ARGUMENT', message, [
    {
      '@type': rpc('ErrorInfo'),
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
    { '@type': rpc('LocalizedMessage'), locale: 'en-US', message },
  ]);
}
