import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { GroupFindings, Plan, ResearchRequest } from '@dossier/contracts';
import type { PaidCall } from './invariants.ts';
import { paidEvidence, paidFindings, paidPlan, paidReport } from './paid-content.ts';

/** What a call of the provider carries; each call uses what it needs. */
export interface PaidRequest {
  /** Tells runs apart: every run of a test asks another question. */
  readonly question: string;
  readonly request?: ResearchRequest;
  readonly plan?: Plan;
  readonly findings?: readonly GroupFindings[];
}

export interface PaidProviderOptions {
  /** How long a call takes. Default 0. */
  readonly latencyMs?: number;
}

/** Calls that wait. */
export interface HeldCalls {
  /** Resolves when the first one has begun. */
  readonly begun: Promise<void>;
  /** Answers those that wait, and lets later ones pass. */
  release(): void;
}

interface Hold extends HeldCalls {
  readonly announce: () => void;
  readonly released: Promise<void>;
}

/**
 * A model that costs money, behind HTTP in the test's own process: what it counted survives the death
 * of whoever called. Answers by the name of the call in the path (`/plan`, `/search.0`, `/compare`,
 * `/write`), the same content whenever the same is asked; `PaidResearch` is its client.
 */
export class PaidProvider {
  readonly #server;
  readonly #latencyMs: number;
  readonly #calls = new Map<string, PaidCall[]>();
  readonly #holds = new Map<string, Hold>();
  readonly #failures = new Map<string, number[]>();
  #url = '';

  private constructor({ latencyMs = 0 }: PaidProviderOptions) {
    this.#latencyMs = latencyMs;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(options: PaidProviderOptions = {}): Promise<PaidProvider> {
    const provider = new PaidProvider(options);
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    const address = provider.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    provider.#url = `http://127.0.0.1:${address.port}`;
    return provider;
  }

  /** Where `PaidResearch` finds it. */
  get url(): string {
    return this.#url;
  }

  /** Every call that has begun for a run's question, whatever became of it; oldest first. */
  callsOf(question: string): readonly PaidCall[] {
    return this.#calls.get(question) ?? [];
  }

  /**
   * The next call of this name for the question is paid but not answered: with this status instead
   * (`PaidResearch` says what each means). Several failures queue up.
   */
  failNext(question: string, call: string, status: number): void {
    const name = nameOf(question, call);
    this.#failures.set(name, [...(this.#failures.get(name) ?? []), status]);
  }

  /** Calls of this name for the question begin, but are not answered until released. */
  hold(question: string, call: string): HeldCalls {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const name = nameOf(question, call);
    const hold: Hold = {
      begun: begun.promise,
      announce: begun.resolve,
      released: released.promise,
      release: () => {
        if (this.#holds.get(name) === hold) this.#holds.delete(name);
        released.resolve();
      },
    };
    this.#holds.set(name, hold);
    return hold;
  }

  /** Lets held calls go and ends all connections. */
  async close(): Promise<void> {
    for (const hold of this.#holds.values()) hold.release();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = (incoming.url ?? '/').slice(1);
    const [status, answer] = await this.#answer(call, incoming).catch((error: unknown) => [
      500,
      { error: String(error) },
    ]);
    // A caller that was killed meanwhile is gone: its call was paid all the same.
    if (response.destroyed) return;
    response.writeHead(Number(status), { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  async #answer(call: string, incoming: IncomingMessage): Promise<[number, unknown]> {
    // Only `PaidResearch` calls.
    const request = (await json(incoming)) as PaidRequest;
    const { question } = request;
    const calls = this.#calls.get(question) ?? [];
    this.#calls.set(question, [...calls, { call, startedAt: Date.now() }]);
    const hold = this.#holds.get(nameOf(question, call));
    hold?.announce();
    await hold?.released;
    if (this.#latencyMs > 0) await wait(this.#latencyMs);
    const failure = this.#failures.get(nameOf(question, call))?.shift();
    return failure === undefined ? [200, contentOf(call, request)] : [failure, { error: call }];
  }
}

function nameOf(question: string, call: string): string {
  return `${call} ${question}`;
}

function contentOf(call: string, { request, plan, findings }: PaidRequest): unknown {
  if (call === 'plan' && request !== undefined) return paidPlan(request);
  if (plan === undefined) throw new Error(`${call} needs a plan`);
  if (call.startsWith('search.')) return paidFindings(plan, Number(call.slice('search.'.length)));
  if (call === 'compare' && findings !== undefined) return paidEvidence(plan, findings);
  if (call === 'write') return paidReport(new Date());
  throw new Error(`${call} is no call of this provider`);
}
