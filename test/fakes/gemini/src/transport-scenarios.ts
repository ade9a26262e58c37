import { GoogleRefusal, rpc, type ErrorDetail } from './google-refusal.ts';
import { jsonReply, refusalReply, type Reply, type Transport } from './reply.ts';
import type { Scenario } from './scenario.ts';

const QUOTA_METRIC = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
const QUOTA_MESSAGE =
  'You exceeded your current quota, please check your plan and billing details.';

/** Errors with a status, and connections that do not do their work. */
export const TRANSPORT_SCENARIOS = {
  '429-retry-info': ({ retryDelay }) =>
    quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', retryDelay),
  '429-daily-quota': ({ retryDelay }) =>
    quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', retryDelay),
  '429-without-details': () => failure(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted.'),
  '408': () => failure(408, 'CANCELLED', 'The operation was cancelled.'),
  '500': () => failure(500, 'INTERNAL', 'An internal error has occurred. Please retry.'),
  '502-html': () => ({
    status: 502,
    contentType: 'text/html',
    body: '<html><title>Error 502 (Server Error)!!1</title><p>Bad gateway</html>',
    transport: 'whole',
  }),
  '503': () => failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  '504': () =>
    failure(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
  'reset-before-answer': carried('reset'),
  'reset-mid-body': carried('reset-in-body'),
  hang: carried('hang'),
  'slow-headers': carried('slow-headers'),
  'slow-body': carried('slow-body'),
  'invalid-json': () => ({ ...jsonReply({}), body: '{"candidates":[{"conte' }),
  'empty-body': () => ({ ...jsonReply({}), body: '' }),
  'json-array': () => ({ ...jsonReply({}), body: '[1,2,3]' }),
} as const satisfies Readonly<Record<string, Scenario>>;

function quota(quotaId: string, retryDelay: string): Reply {
  const details: ErrorDetail[] = [
    {
      '@type': rpc('QuotaFailure'),
      violations: [{ quotaMetric: QUOTA_METRIC, quotaId, quotaValue: '10' }],
    },
    { '@type': rpc('RetryInfo'), retryDelay },
  ];
  const seconds = Math.ceil(Number.parseFloat(retryDelay));
  const reply = failure(429, 'RESOURCE_EXHAUSTED', QUOTA_MESSAGE, details);
  return { ...reply, headers: { 'retry-after': String(seconds) } };
}

function failure(
  status: number,
  code: string,
  message: string,
  details: ErrorDetail[] = [],
): Reply {
  return refusalReply(new GoogleRefusal('scenario', status, code, message, details));
}

function carried(transport: Transport): Scenario {
  return ({ answer, delayMs }) => ({ ...jsonReply(answer), transport, delayMs });
}
