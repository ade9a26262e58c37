import type { ScenarioName } from './scenarios.ts';
import type { SeenRequest } from './seen-request.ts';

/** Chooses requests. */
export type RequestFilter = (request: SeenRequest) => boolean;

export interface PlayOptions {
  /** For how many requests; 1 unless given. */
  readonly times?: number;
  /** For which requests; any unless given. */
  readonly when?: RequestFilter;
  /** RetryInfo of the 429 scenarios, for example `45.837906927s`; `1s` unless given. */
  readonly retryDelay?: string;
  /** How late the slow scenarios are, in milliseconds; 3,000 unless given. */
  readonly delayMs?: number;
}

/** A scenario that waits for its requests. */
export interface Played extends PlayOptions {
  readonly name: ScenarioName;
}

/** Requests that are kept waiting. */
export interface Hold {
  /** Resolves when the first request waits. */
  readonly begun: Promise<void>;
  /** Lets them and all later ones go on. */
  readonly release: () => void;
}

interface OpenHold {
  readonly when: RequestFilter;
  readonly begin: () => void;
  readonly released: Promise<void>;
}

/** What a test wants to happen, apart from the usual. */
export class Script {
  readonly #played: { readonly scenario: Played; left: number }[] = [];
  readonly #answers: {
    readonly when: RequestFilter;
    readonly make: (request: SeenRequest) => object;
  }[] = [];
  readonly #holds = new Set<OpenHold>();
  readonly #releases = new Set<() => void>();

  /** Adds a scenario; of several for one request the oldest is played. */
  play(scenario: Played): void {
    this.#played.push({ scenario, left: scenario.times ?? 1 });
  }

  /** The scenario for a request, if one waits; one of its times is used up. */
  takeScenario(request: SeenRequest): Played | undefined {
    const next = this.#played.find(
      ({ left, scenario }) => left > 0 && (scenario.when?.(request) ?? true),
    );
    if (next === undefined) return undefined;
    next.left -= 1;
    return next.scenario;
  }

  /** Adds a scripted answer; the newest that matches is given. */
  answer(when: RequestFilter, make: (request: SeenRequest) => object): void {
    this.#answers.unshift({ when, make });
  }

  /** The scripted body for a request, if there is one. */
  answerFor(request: SeenRequest): object | undefined {
    return this.#answers.find(({ when }) => when(request))?.make(request);
  }

  /** Keeps matching requests waiting. */
  hold(when: RequestFilter): Hold {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const hold = { when, begin: begun.resolve, released: gate.promise };
    const release = (): void => {
      this.#holds.delete(hold);
      this.#releases.delete(release);
      gate.resolve();
    };
    this.#holds.add(hold);
    this.#releases.add(release);
    return { begun: begun.promise, release };
  }

  /** Resolves when nothing keeps the request waiting any more. */
  async passed(request: SeenRequest): Promise<void> {
    for (const { when, begin, released } of this.#holds) {
      if (!when(request)) continue;
      begin();
      await released;
    }
  }

  /** Forgets everything and lets go what waits. */
  reset(): void {
    this.#played.length = 0;
    this.#answers.length = 0;
    for (const release of this.#releases) release();
  }
}
