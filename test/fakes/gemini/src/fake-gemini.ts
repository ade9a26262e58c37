import { setTimeout as wait } from 'node:timers/promises';
import { checkAccess } from './access.ts';
import { answerTo, type Asking } from './answer.ts';
import { parseApiPath, type ApiPath } from './api-path.ts';
import { Contract, parseBody } from './contract.ts';
import { GoogleRefusal } from './google-refusal.ts';
import { HttpServer, type Incoming } from './http-server.ts';
import { latencyOf, type Latency } from './latency.ts';
import { cardOf, Models } from './models.ts';
import { jsonReply, refusalReply, type Reply } from './reply.ts';
import { viewOf } from './request-view.ts';
import { scenarioOf, type ScenarioName } from './scenarios.ts';
import { Script, type Hold, type PlayOptions, type RequestFilter } from './script.ts';
import { SeededRandom } from './seeded-random.ts';
import { openRequest, type OpenRequest, type SeenRequest } from './seen-request.ts';
import { tokensOf } from './tokens.ts';

export interface FakeGeminiOptions {
  /** A free one unless given. */
  readonly port?: number;
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** `none` unless given. */
  readonly latencyMs?: Latency;
  /** What recorded latencies are multiplied with; 1 unless given. */
  readonly latencyScale?: number;
  /** Other seeds give other answers; 1 unless given. */
  readonly seed?: number;
  readonly apiKey?: string;
  /** Models that exist besides those that Google has. */
  readonly models?: readonly string[];
  /** Whether Gemini 3 wants the signature of its function calls back, as the real one does; true unless given. */
  readonly needsSignatures?: boolean;
}

/** A stand-in for developers runs for weeks: only the latest requests are kept. */
const KEPT = 5_000;

interface Target extends ApiPath {
  readonly body: ReturnType<typeof parseBody>;
}

/** A strict stand-in for the Gemini API and for Gemini on Vertex AI, behind HTTP. */
export class FakeGemini {
  readonly apiKey: string;
  readonly #options: FakeGeminiOptions;
  readonly #models: Models;
  readonly #contract = new Contract();
  readonly #script = new Script();
  readonly #requests: OpenRequest[] = [];
  #server: HttpServer | undefined;

  private constructor(options: FakeGeminiOptions) {
    this.#options = options;
    this.apiKey = options.apiKey ?? 'fake-gemini-key';
    this.#models = new Models(options.models);
  }

  /** Listens. @throws when the address is taken. */
  static async start(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
    const fake = new FakeGemini(options);
    const { host = '127.0.0.1', port = 0 } = options;
    fake.#server = await HttpServer.listen((incoming) => fake.#reply(incoming), host, port);
    return fake;
  }

  /** What a client's base URL is set to; a path behind it is taken, too. */
  get url(): string {
    if (this.#server === undefined) throw new Error('fake-gemini does not listen yet');
    return this.#server.url;
  }

  /** The latest POSTs to models (up to 5,000), oldest first, refused ones included. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  /** Plays a scenario for the next matching request, or for more; what is not valid is refused all the same. */
  play(scenario: ScenarioName, options: PlayOptions = {}): void {
    this.#script.play({ ...options, name: scenario });
  }

  /** Answers matching requests with this response body of generateContent, from now on. */
  answer(when: RequestFilter, make: (request: SeenRequest) => object): void {
    this.#script.answer(when, make);
  }

  /** Keeps matching requests waiting until they are released; they are judged and answered only then. */
  hold(when: RequestFilter): Hold {
    return this.#script.hold(when);
  }

  /** Forgets requests, scenarios and scripted answers, and releases what is held. */
  reset(): void {
    this.#script.reset();
    this.#requests.length = 0;
  }

  /** Ends all connections; what is held is let go. */
  async close(): Promise<void> {
    this.#script.reset();
    await this.#server?.close();
  }

  async #reply(incoming: Incoming): Promise<Reply> {
    const { method, path, headers, raw } = incoming;
    try {
      const target = parseApiPath(method, path);
      if (target === undefined) throw new GoogleRefusal('path', 404, 'NOT_FOUND', 'Not Found');
      if (method === 'GET') {
        checkAccess(headers, target.api, this.apiKey);
        return this.#tellModels(target);
      }
      const body = parseBody(raw);
      return await this.#post(incoming, { ...target, body });
    } catch (error) {
      if (error instanceof GoogleRefusal) return refusalReply(error);
      throw error;
    }
  }

  async #post(incoming: Incoming, target: Target): Promise<Reply> {
    const { method, path, gone } = incoming;
    const { entry } = openRequest(new Date(), method, path, target, target.body);
    this.#requests.push(entry);
    if (this.#requests.length > KEPT) this.#requests.shift();
    gone.addEventListener('abort', () => (entry.aborted = true));
    try {
      checkAccess(incoming.headers, target.api, this.apiKey);
      await this.#script.passed(entry);
      this.#check(target);
      return await this.#answer(entry, target, gone);
    } catch (error) {
      if (error instanceof GoogleRefusal) {
        entry.answeredWith = `refused:${error.rule}: ${error.message.trim()}`;
      }
      throw error;
    }
  }

  #check({ model, api, action, version, body }: Target): void {
    if (!this.#models.has(model)) throw unknownModel(model, version, action);
    const { needsSignatures = true } = this.#options;
    if (action === 'generateContent') {
      this.#contract.checkGenerate(body, { api, model, needsSignatures });
    } else if (action === 'countTokens') this.#contract.checkCount(body, api);
    else {
      const message = `fake-gemini does not implement ${action}.`;
      throw new GoogleRefusal('not-implemented', 501, 'UNIMPLEMENTED', message);
    }
  }

  async #answer(entry: OpenRequest, target: Target, gone: AbortSignal): Promise<Reply> {
    const { api, model, body, action } = target;
    const view = viewOf(body);
    if (action === 'countTokens') {
      entry.answeredWith = 'tokens';
      return jsonReply({ totalTokens: tokensOf(view.systemText + view.userText) });
    }
    const { seed = 1, latencyMs = 'none', latencyScale = 1 } = this.#options;
    const asking: Asking = { view, task: entry.task, api, model, seed };
    const random = new SeededRandom(seed, 'latency', JSON.stringify(view.turns));
    const ms = latencyOf(latencyMs, latencyScale, entry.task, random);
    const reply = this.#chosen(entry, asking);
    if (ms > 0) await wait(ms, undefined, { signal: gone });
    return reply;
  }

  #chosen(entry: OpenRequest, asking: Asking): Reply {
    const played = this.#script.takeScenario(entry);
    if (played !== undefined) {
      entry.answeredWith = `scenario:${played.name}`;
      const { retryDelay = '1s', delayMs = 3_000 } = played;
      const context = { asking, answer: answerTo(asking), retryDelay, delayMs };
      return scenarioOf(played.name)(context);
    }
    const scripted = this.#script.answerFor(entry);
    entry.answeredWith = scripted === undefined ? 'answer' : 'scripted';
    return jsonReply(scripted ?? answerTo(asking));
  }

  #tellModels({ model, action, version }: ApiPath): Reply {
    if (action === 'list') return jsonReply({ models: this.#models.cards });
    if (!this.#models.has(model)) throw unknownModel(model, version, 'generateContent');
    return jsonReply(cardOf(model));
  }
}

function unknownModel(model: string, version: string, action: string): GoogleRefusal {
  return new GoogleRefusal(
    'model-not-found',
    404,
    'NOT_FOUND',
    `models/${model} is not found for API version ${version}, or is not supported for ${action}. Call ListModels to see the list of available models and their supported methods.`,
  );
}
