import {
  GoogleGenAI,
  type GenerateContentParameters,
  type GoogleGenAIOptions,
} from '@google/genai';
import { FakeGemini, type FakeGeminiOptions } from './fake-gemini.ts';

export const MODEL = 'gemini-3-flash-preview';
/** A model from before Gemini 3. */
export const OLD_MODEL = 'gemini-2.5-flash';

type Config = NonNullable<GenerateContentParameters['config']>;

/** A running stand-in with the real client pointed at it. */
export interface GeminiSession {
  readonly fake: FakeGemini;
  readonly client: GoogleGenAI;
  /** Asks the client for one answer. */
  readonly ask: (
    contents: GenerateContentParameters['contents'],
    config?: Config,
  ) => ReturnType<GoogleGenAI['models']['generateContent']>;
}

/** Runs a test with a stand-in and closes it afterwards. */
export async function withGemini(
  options: FakeGeminiOptions,
  test: (session: GeminiSession) => Promise<void>,
): Promise<void> {
  const fake = await FakeGemini.start(options);
  const client = clientOf(fake);
  try {
    await test({
      fake,
      client,
      ask: (contents, config = {}) =>
        client.models.generateContent({ model: MODEL, contents, config }),
    });
  } finally {
    await fake.close();
  }
}

/** The real client with the stand-in's key; `path` stands behind the base URL. */
export function clientOf(
  fake: FakeGemini,
  options: GoogleGenAIOptions = {},
  path = '',
): GoogleGenAI {
  return new GoogleGenAI({
    apiKey: fake.apiKey,
    httpOptions: httpOptionsOf(fake, path),
    ...options,
  });
}

/** Where the stand-in is. */
export function httpOptionsOf(fake: FakeGemini, path = '') {
  // With a fetch of its own the client looks for no dispatcher, which jest's global object lacks.
  return {
    baseUrl: `${fake.url}${path}`,
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
  };
}

/** A request made by hand, for bodies that no client would send. */
export async function post(
  fake: FakeGemini,
  body: unknown,
  place: { readonly path?: string; readonly headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const { path = `/v1beta/models/${MODEL}:generateContent`, headers } = place;
  const response = await fetch(`${fake.url}${path}`, {
    method: 'POST',
    headers: headers ?? { 'x-goog-api-key': fake.apiKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** A turn of the user. */
export function says(text: string): { role: 'user'; parts: { text: string }[] } {
  return { role: 'user', parts: [{ text }] };
}

/** A search prompt as Dossier's are built. */
export function searchPrompt(query: string, question = '台灣的電動機車普及了嗎？'): string {
  return `Search the web.\n${block('question', question)}\n${block('query', query)}\nAnswer.`;
}

/** A prompt with numbered extracts. */
export function extractsPrompt(extracts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(extracts).map(([key, text]) => `[${key}] ${text}`);
  return `Use these.\n${block('question', '電動機車普及了嗎？')}\n${block('extracts', lines.join('\n'))}`;
}

function block(name: string, text: string): string {
  return `<data name="${name}">\n${text}\n</data>`;
}

/** Resolves as soon as the condition holds; the test's own deadline ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
