import { NeedsHuman, Permanent, Retryable } from '@dossier/contracts';
import { backoffMs, MAX_TRIES, MAX_WAIT_MS, waitFor } from './backoff.ts';
import type { CallHealth } from './circuit.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { ModelCall, ProseAnswer } from './model-gateway.ts';
import type { ModelRequest } from './model-request.ts';
import { paidRequest } from './paid-request.ts';
import { refused, type Verdict } from './verdict.ts';

/** Google's limit for the models of today; more is refused with 400. */
const MOST_OUTPUT_TOKENS = 65_536;
const IN_OTHER_WORDS =
  'Your last answer repeated a source word for word and was withheld. Answer again in your own words; quote no more than a short phrase.';

/** Reasons for another model to be asked: this one is overloaded, or left alone. */
const FALLBACK_REASONS = new Set(['model-overloaded', 'model-quota', 'model-circuit-open']);
/** Reasons that say that the model, or the way to it, is ill. */
const ILL_REASONS = new Set([
  'model-overloaded',
  'model-quota',
  'model-unreachable',
  'model-timeout',
]);

/**
 * Asks the model of the call's tier, and the fallback model, if there is one, while that is overloaded.
 * A time-out is no reason for it: by then most of the stage's time is gone.
 */
export async function ask(
  parts: GatewayParts,
  call: ModelCall,
  request: ModelRequest,
): Promise<ProseAnswer> {
  const { models, fallbackModel } = parts.config;
  const model = models[call.tier];
  try {
    return await askModel(parts, call, model, request);
  } catch (error) {
    const isOverloaded = error instanceof Retryable && FALLBACK_REASONS.has(error.reason);
    if (!isOverloaded || fallbackModel === undefined || fallbackModel === model) throw error;
    call.signal.throwIfAborted();
    return askModel(parts, call, fallbackModel, request);
  }
}

async function askModel(
  parts: GatewayParts,
  call: ModelCall,
  model: string,
  request: ModelRequest,
): Promise<ProseAnswer> {
  const circuit = parts.circuitOf(model);
  // The stage's own retry may come sooner than the provider asked for.
  const { ms, reason } = circuit.resting;
  if (ms > MAX_WAIT_MS) throw new Retryable(reason, { details: { waitMs: ms } });
  if (ms > 0) await waitFor(ms, parts.clock, call.signal);
  const leave = circuit.enter();
  let health: CallHealth = 'well';
  try {
    return await tries(parts, call, model, request);
  } catch (error) {
    health = call.signal.aborted ? 'unknown' : healthOf(error);
    throw error;
  } finally {
    leave(health);
  }
}

function healthOf(error: unknown): CallHealth {
  if (error instanceof Retryable) return ILL_REASONS.has(error.reason) ? 'ill' : 'well';
  const isRefusal = error instanceof Permanent && error.reason === 'model-refused';
  return isRefusal ? 'well' : 'unknown';
}

async function tries(
  parts: GatewayParts,
  call: ModelCall,
  model: string,
  first: ModelRequest,
): Promise<ProseAnswer> {
  let request = first;
  for (let attempt = 1; ; attempt += 1) {
    const verdict = await paidRequest(parts, { call, model, request, attempt });
    if (verdict.kind === 'answer') return verdict.answer;
    if (verdict.kind === 'end') throw forModel(verdict.error, model);
    if (verdict.kind === 'reword') {
      if (request.contents !== first.contents || attempt === MAX_TRIES) throw refused('RECITATION');
      request = inOtherWords(request);
      continue;
    }
    if (verdict.needsRoom === true) request = withRoom(request);
    if (!isWorthWaiting(attempt, verdict)) {
      const { reason, waitMs, cause } = verdict;
      if (waitMs === undefined) throw new Retryable(reason, { cause });
      parts.circuitOf(model).rest(waitMs, reason);
      throw new Retryable(reason, { cause, details: { waitMs } });
    }
    const ms = verdict.waitMs ?? backoffMs(attempt, parts.random);
    await waitFor(ms, parts.clock, call.signal);
  }
}

/** Whether a further try is left, and the provider does not ask for too long a wait before it. */
function isWorthWaiting(
  attempt: number,
  { waitMs = 0 }: Extract<Verdict, { kind: 'again' }>,
): boolean {
  return attempt < MAX_TRIES && waitMs <= MAX_WAIT_MS;
}

/** An operator needs to know which model it was; names of models are configuration, not text. */
function forModel(error: Permanent | NeedsHuman, model: string): Permanent | NeedsHuman {
  if (error instanceof NeedsHuman) return new NeedsHuman(error.reason, { model });
  const { reason, message, cause } = error;
  return new Permanent(reason, { message: `${model}: ${message}`, cause });
}

function inOtherWords(request: ModelRequest): ModelRequest {
  const turn = { role: 'user', parts: [{ text: IN_OTHER_WORDS }] } as const;
  return { ...request, contents: [...request.contents, turn] };
}

/** The same request with twice the room for its answer. */
export function withRoom<R extends { readonly maxOutputTokens: number }>(request: R): R {
  const maxOutputTokens = Math.max(
    request.maxOutputTokens,
    Math.min(request.maxOutputTokens * 2, MOST_OUTPUT_TOKENS),
  );
  return { ...request, maxOutputTokens };
}
