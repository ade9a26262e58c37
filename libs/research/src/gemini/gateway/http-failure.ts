import { NeedsHuman, Permanent } from '@dossier/contracts';
import type { RawAnswer } from './gemini-client.ts';
import { deepFieldOf, fieldOf, listIn, textIn } from './unknown-json.ts';
import { codeOf, type Verdict } from './verdict.ts';

const TOO_MANY_REQUESTS = 429;
/** Statuses below 500 that another try may change: time-out, conflict, too early, cancelled by the server. */
const PASSING = new Set([408, 409, 425, 499]);
const NOT_IMPLEMENTED = 501;

/** What an operator has to check, by status. */
const CHECKS: Readonly<Record<number, string>> = {
  400: 'the model does not take such a request: check the model, the API version and, if it says API_KEY_INVALID, the key',
  401: 'check the API key or the service account',
  403: 'check that the API is enabled, billing is on and the account may use this model',
  404: 'check the name of the model, the API version and the location',
};

/** What follows from an error status. `body` is the parsed body, if it was JSON. */
export function judgeFailure(raw: RawAnswer, body: unknown): Verdict {
  // Vertex AI wraps some errors in a list.
  const error = fieldOf(Array.isArray(body) ? body[0] : body, 'error');
  const wait = waitOf(error, raw.retryAfter);
  const { status } = raw;
  if (status === TOO_MANY_REQUESTS) {
    if (isDaily(error)) return { kind: 'end', error: new NeedsHuman('daily-quota') };
    return { kind: 'again', reason: 'model-quota', ...wait };
  }
  if (PASSING.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED)) {
    return { kind: 'again', reason: 'model-overloaded', ...wait };
  }
  return { kind: 'end', error: misconfigured(status, error) };
}

/** Requests cannot be made as things are set up. Repeats codes only: the provider's sentences may quote ours. */
export function misconfigured(status: number, error: unknown): Permanent {
  const reasons = detailsOf(error, 'ErrorInfo').map((detail) => textIn(detail, 'reason'));
  const codes = [textIn(error, 'status'), ...reasons].filter((code) => code !== '').map(codeOf);
  const check = CHECKS[status] ?? 'check the address of the provider';
  return new Permanent('model-misconfigured', {
    message: `${[`the provider answered ${status}`, ...codes].join(' ')}: ${check}`,
  });
}

function isDaily(error: unknown): boolean {
  return detailsOf(error, 'QuotaFailure')
    .flatMap((detail) => listIn(detail, 'violations'))
    .some((violation) => textIn(violation, 'quotaId').includes('PerDay'));
}

/** The wait that the provider asks for: `RetryInfo` as "45.837906927s", else the header in whole seconds. */
function waitOf(error: unknown, retryAfter: string): { waitMs?: number } {
  const [info] = detailsOf(error, 'RetryInfo');
  const [, seconds = retryAfter] = /^(\d+(?:\.\d+)?)s$/u.exec(textIn(info, 'retryDelay')) ?? [];
  const waitMs = Math.ceil(Number(seconds) * 1_000);
  return Number.isFinite(waitMs) && waitMs > 0 ? { waitMs } : {};
}

function detailsOf(error: unknown, type: string): readonly unknown[] {
  return listIn(error, 'details').filter((detail) =>
    textIn(detail, '@type').endsWith(`google.rpc.${type}`),
  );
}

/** The status that an error inside a successful answer names; undefined when there is none. */
export function statusInside(body: unknown): number | undefined {
  const code = deepFieldOf(body, 'error', 'code');
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}
