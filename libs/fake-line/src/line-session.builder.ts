import { HTTPFetchError, messagingApi } from '@line/bot-sdk';
import type { LooseMessage } from './card.builder.ts';
import { FakeLine } from './fake-line.ts';
import type { FakeLineOptions } from './fake-line-parts.ts';

/** A clock that only the test moves. */
export class HandClock {
  #now = Date.parse('2026-12-01T00:00:00Z');

  now(): Date {
    return new Date(this.#now);
  }

  /** Moves on; never sleeps. */
  advance(ms: number): void {
    this.#now += ms;
  }
}

/** A running stand-in with the real SDK pointed at it. */
export interface LineSession {
  readonly line: FakeLine;
  readonly client: messagingApi.MessagingApiClient;
  readonly clock: HandClock;
}

export const CHANNEL_SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';

/** Starts one; the test closes `line`. */
export async function startLineSession(
  options: Partial<FakeLineOptions> = {},
  clock = new HandClock(),
): Promise<LineSession> {
  const line = await FakeLine.start({
    channelSecret: CHANNEL_SECRET,
    accessToken: 'test-token',
    clock,
    ...options,
  });
  const baseURL = line.url;
  const client = new messagingApi.MessagingApiClient({ channelAccessToken: 'test-token', baseURL });
  return { line, client, clock };
}

/** What the SDK throws when LINE refuses; any other ending fails the test. */
export async function refusalOf(
  request: Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof HTTPFetchError)) throw error;
    const { status, headers } = error;
    return { status, headers, body: JSON.parse(error.body) as Record<string, unknown> };
  }
  throw new Error('the request was accepted');
}

/** Messages as the SDK's method takes them, though they may be broken: that is what is tested. */
export function asMessages(messages: readonly LooseMessage[]): messagingApi.Message[] {
  return messages as unknown as messagingApi.Message[];
}
