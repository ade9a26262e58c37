import { Permanent, type OpenCall, type Usage } from '@dossier/contracts';
import { untilAborted } from './backoff.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { AnswerTooLarge, NotSent, type RawAnswer } from './gemini-client.ts';
import { statusInside } from './http-failure.ts';
import { judgeAnswer, parsedBody } from './judge-answer.ts';
import type { ModelCall } from './model-gateway.ts';
import type { ModelRequest } from './model-request.ts';
import { mostUsage, usageOf, type Priced } from './request-usage.ts';
import { deepFieldOf, fieldOf } from './unknown-json.ts';
import { outcomeOf, type Verdict } from './verdict.ts';

/** One request: which call it serves, and the how many-th it is. */
export interface Attempt {
  readonly call: ModelCall;
  readonly model: string;
  readonly request: ModelRequest;
  readonly attempt: number;
}

/** What a request came to, and what it cost. */
interface Result {
  readonly verdict: Verdict;
  readonly usage: Partial<Usage>;
}

const ABORTED = 'aborted';

/**
 * Makes one request: waits for a slot, reserves, sends, settles. Rejects with the signal's reason as soon as
 * it aborts, and with the ledger's `over-budget`, in which case nothing was sent.
 */
export async function paidRequest(parts: GatewayParts, attempt: Attempt): Promise<Verdict> {
  const { call, model } = attempt;
  // The slot comes first: what waits for one has reserved nothing, so at most `concurrency` reservations
  // are open, and a long queue does not look like a spent budget.
  const release = await parts.slots.acquire(call.signal);
  const begun = parts.clock.now().getTime();
  const told = (outcome: string) => {
    const ms = parts.clock.now().getTime() - begun;
    const { tier, step } = call;
    parts.observe({ model, tier, step, attempt: attempt.attempt, outcome, ms });
  };
  try {
    const priced = { model, prices: parts.config.prices };
    const most = mostUsage(attempt.request, priced);
    const open = await reserve(attempt, priced, most);
    const { verdict, usage } = await result(parts, attempt, most).catch((error: unknown) => {
      // Whoever aborts does not wait for the books; Google bills what was sent.
      void open.settle(most, ABORTED);
      told(ABORTED);
      throw error;
    });
    await open.settle(usage, outcomeOf(verdict));
    told(outcomeOf(verdict));
    return verdict;
  } finally {
    release();
  }
}

async function reserve(
  { call, model }: Attempt,
  { prices }: Priced,
  most: Partial<Usage>,
): Promise<OpenCall> {
  const { step, tier, signal, ledger } = call;
  const reserving = ledger.reserve({ step, tier, model, prices: prices.asOf, most });
  try {
    const open = await untilAborted(reserving, signal);
    signal.throwIfAborted();
    return open;
  } catch (error) {
    // Nothing was sent. A reservation that comes through late is given back.
    if (signal.aborted) {
      void reserving.then(
        (late) => late.settle({}, ABORTED),
        () => undefined,
      );
    }
    throw error;
  }
}

/** Rejects with the signal's reason only. */
async function result(
  { client, config }: GatewayParts,
  { call, model, request }: Attempt,
  most: Partial<Usage>,
): Promise<Result> {
  const timeoutMs = config.callMs[call.tier];
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([call.signal, deadline]);
  try {
    const sending = client.send(model, request, { timeoutMs, signal });
    const raw = await untilAborted(sending, signal);
    return answered(raw, most, { model, prices: config.prices });
  } catch (error) {
    // The client throws the same AbortError for both; only our own signals tell them apart.
    call.signal.throwIfAborted();
    if (deadline.aborted)
      return { verdict: { kind: 'again', reason: 'model-timeout' }, usage: most };
    return failed(error, most);
  }
}

function answered(raw: RawAnswer, most: Partial<Usage>, priced: Priced): Result {
  const body = parsedBody(raw);
  const isFailure = raw.status >= 300 || statusInside(body) !== undefined;
  // Google bills no request that ended with an error.
  const usage = isFailure ? { modelCalls: 1 } : usageOf(body, most, priced);
  return { verdict: judgeAnswer(raw, body), usage };
}

/** Codes of connections that never came about. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The connection broke, or there never was one. */
function failed(error: unknown, most: Partial<Usage>): Result {
  if (error instanceof NotSent) return { verdict: notSent(error), usage: {} };
  const reason = error instanceof AnswerTooLarge ? 'model-answer-unusable' : 'model-unreachable';
  const isLost = NEVER_CONNECTED.has(deepFieldOf(error, 'cause', 'code'));
  // A request that may have arrived may be billed.
  return {
    verdict: { kind: 'again', reason, cause: error },
    usage: isLost ? { modelCalls: 1 } : most,
  };
}

/** Credentials come from the network on Google Cloud; an error with a code is one of the network. */
function notSent(error: NotSent): Verdict {
  if (fieldOf(error.cause, 'code') !== undefined) {
    return { kind: 'again', reason: 'model-unreachable', cause: error.cause };
  }
  const message = 'no request could be made: check the service account and the address';
  return {
    kind: 'end',
    error: new Permanent('model-misconfigured', { message, cause: error.cause }),
  };
}
