import {
  NeedsHuman,
  type CallLedger,
  type Clock,
  type OpenCall,
  type PlannedCall,
  type Usage,
} from '@dossier/contracts';
import type { GeminiConfig } from '../config.ts';
import { createGeminiGateway } from './create-gemini-gateway.ts';
import type { ModelEvent } from './gateway-parts.ts';
import { FakeGemini } from './gemini-server.fake.ts';
import type { ModelGateway, ProseCall } from './model-gateway.ts';

/** One reservation, and what became of it. */
export interface Booking {
  readonly planned: PlannedCall;
  settled?: { readonly usage: Partial<Usage>; readonly outcome: string };
}

/** Remembers what was booked; refuses once so many reservations were taken. */
export class RecordingLedger implements CallLedger {
  readonly bookings: Booking[] = [];
  /** The most reservations that were open at once. */
  mostOpen = 0;

  constructor(private readonly limit = Infinity) {}

  reserve(planned: PlannedCall): Promise<OpenCall> {
    if (this.bookings.length >= this.limit) return Promise.reject(new NeedsHuman('over-budget'));
    const booking: Booking = { planned };
    this.bookings.push(booking);
    const open = this.bookings.filter(({ settled }) => settled === undefined).length;
    this.mostOpen = Math.max(this.mostOpen, open);
    return Promise.resolve({
      settle: (usage, outcome) => {
        booking.settled = { usage, outcome };
        return Promise.resolve();
      },
    });
  }

  get outcomes(): (string | undefined)[] {
    return this.bookings.map(({ settled }) => settled?.outcome);
  }
}

/** Remembers waits. They are over at once, unless it is told to hold. */
export class WaitClock implements Clock {
  readonly waits: number[] = [];
  isHolding = false;
  #now = Date.parse('2026-12-01T00:00:00.000Z');
  readonly #watchers = new Set<() => void>();

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms);
    for (const watcher of this.#watchers) watcher();
    if (!this.isHolding) {
      this.advance(ms);
      return Promise.resolve();
    }
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  /** Resolves as soon as somebody waits. */
  async untilWaiting(): Promise<void> {
    while (this.waits.length === 0) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }
}

export interface GatewayTest {
  readonly server: FakeGemini;
  readonly gateway: ModelGateway;
  readonly ledger: RecordingLedger;
  readonly clock: WaitClock;
  readonly events: ModelEvent[];
  /** A valid call for prose. */
  readonly call: ProseCall;
}

const TIER_MS = { plan: 20_000, search: 20_000, compare: 20_000, write: 20_000 };

export function aConfig(changes: Partial<GeminiConfig> = {}): GeminiConfig {
  return {
    access: { kind: 'api-key', apiKey: 'a-secret-key' },
    models: { plan: 'model-p', search: 'model-s', compare: 'model-c', write: 'model-w' },
    prices: {
      asOf: '2026-12-01',
      models: { '*': { input: 1, output: 10, searchQuery: 0.01 } },
    },
    concurrency: 4,
    callMs: TIER_MS,
    ...changes,
  };
}

/** Runs with a gateway whose provider is a script, and closes the server afterwards. */
export async function withGateway(
  changes: Partial<GeminiConfig>,
  run: (test: GatewayTest) => Promise<void>,
): Promise<void> {
  const server = await FakeGemini.start();
  const clock = new WaitClock();
  const ledger = new RecordingLedger();
  const events: ModelEvent[] = [];
  const observe = (event: ModelEvent) => void events.push(event);
  const config = aConfig({ baseUrl: server.url, ...changes });
  const gateway = createGeminiGateway(config, { clock, random: () => 0.5, observe });
  const call = {
    tier: 'search',
    step: 'search.1',
    system: 'You search.',
    prompt: '比較 A 與 B',
    maxOutputTokens: 1_000,
    signal: new AbortController().signal,
    ledger,
  } as const;
  try {
    await run({ server, gateway, ledger, clock, events, call });
  } finally {
    await server.close();
  }
}
