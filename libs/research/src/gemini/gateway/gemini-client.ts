import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai';
import type { GeminiConfig } from '../config.ts';
import type { ModelRequest } from './model-request.ts';

/** What a server said, unread. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** The header of that name; '' when there is none. */
  readonly retryAfter: string;
}

/** One request to one model. */
export interface GeminiClient {
  /**
   * Resolves with whatever the server answers, error statuses included. Rejects with `NotSent` when no
   * request was made, else with the error of the connection, or with `AnswerTooLarge`.
   */
  send(model: string, request: ModelRequest, limits: SendLimits): Promise<RawAnswer>;
}

export interface SendLimits {
  /** Told to the server, so that it stops, too; the client itself obeys the signal alone. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** No request was made: there are no credentials, or the SDK refused to build it. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** More than any answer of ours can need. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The SDK against the Gemini API or Vertex AI: addresses, credentials and the form of requests are its work. */
export function createGeminiClient(config: GeminiConfig): GeminiClient {
  const ai = new GoogleGenAI(optionsOf(config));
  return {
    async send(model, request, { timeoutMs, signal }) {
      // The SDK follows redirects, loses fields of answers and throws its own mistakes on odd ones. So the
      // answer is taken as it arrives, and the SDK sees an empty one.
      let raw: Promise<RawAnswer> | undefined;
      const takingFetch: typeof fetch = async (input, init) => {
        raw = exchange(input, init);
        await raw;
        return Response.json({});
      };
      try {
        await ai.models.generateContent({
          model,
          ...sdkRequest(request),
          config: {
            ...sdkConfig(request),
            abortSignal: signal,
            automaticContinuation: false,
            httpOptions: {
              fetch: takingFetch,
              headers: { 'X-Server-Timeout': String(Math.ceil(timeoutMs / 1_000)) },
            },
          },
        });
      } catch (error) {
        // A key that no header can hold is quoted by the error.
        const cause = config.access.kind === 'vertex' ? error : undefined;
        if (raw === undefined) throw new NotSent('no request was made', { cause });
      }
      if (raw === undefined) throw new NotSent('no request was made');
      return raw;
    },
  };
}

function sdkRequest({ contents }: ModelRequest) {
  return { contents: contents.map(({ role, parts }) => ({ role, parts: [...parts] })) };
}

function sdkConfig({ system, tools, maxOutputTokens, temperature, schema }: ModelRequest) {
  return {
    systemInstruction: system,
    maxOutputTokens,
    ...(tools.length > 0 ? { tools: [...tools] } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined
      ? {}
      : { responseMimeType: 'application/json', responseJsonSchema: schema }),
  };
}

async function exchange(...[input, init]: Parameters<typeof fetch>): Promise<RawAnswer> {
  // A redirect would turn the POST into a GET elsewhere, with our key.
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, headers } = response;
  return { status, body: await bodyOf(response), retryAfter: headers.get('retry-after') ?? '' };
}

async function bodyOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const chunks: AsyncIterable<Uint8Array> = body;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge('the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function optionsOf({ access, baseUrl, apiVersion }: GeminiConfig): GoogleGenAIOptions {
  const httpOptions = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  };
  // Said in either case, else variables of the environment would choose.
  if (access.kind === 'api-key') return { vertexai: false, apiKey: access.apiKey, httpOptions };
  const { project, location } = access;
  const googleAuthOptions = isLoopback(baseUrl) ? { authClient: LOCAL_AUTH } : {};
  return { vertexai: true, project, location, httpOptions, googleAuthOptions };
}

type AuthClient = NonNullable<NonNullable<GoogleGenAIOptions['googleAuthOptions']>['authClient']>;

// A stand-in on this machine asks for no real credentials, and must not be given any. The SDK calls this
// one method of its auth client; the class belongs to a package that the SDK keeps to itself.
const LOCAL_AUTH = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer local' })),
} as unknown as AuthClient;

function isLoopback(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname);
}
