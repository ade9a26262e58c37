import { ApiError } from '@google/genai';
import { searchPrompt, withGemini, type GeminiSession } from './gemini-session.builder.ts';
import { parsed, segmentsOf } from './reading.builder.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';

const SEARCH = { tools: [{ googleSearch: {} }] };
const WISH_SCHEMA = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['deepen', 'rewrite', 'unclear'] },
    error: { type: 'string', enum: ['chapter_not_found'] },
  },
  required: ['kind'],
};
const STRUCTURED = { responseMimeType: 'application/json', responseJsonSchema: WISH_SCHEMA };

/** Plays a scenario for one search and returns its candidate. */
async function searched({ fake, ask }: GeminiSession, scenario: ScenarioName) {
  fake.play(scenario);
  return (await ask(searchPrompt('電動機車 統計'), SEARCH)).candidates?.[0];
}

describe('scenarios', () => {
  it.each<[ScenarioName, number, string]>([
    ['429-retry-info', 429, '"retryDelay":"1s"'],
    ['429-daily-quota', 429, 'PerDay'],
    ['500', 500, 'INTERNAL'],
    ['502-html', 502, 'Bad gateway'],
    ['503', 503, 'overloaded'],
    ['504', 504, 'DEADLINE_EXCEEDED'],
  ])('%s reaches the client as an ApiError', (name, status, words) =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play(name);
      const error: unknown = await ask('x').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status, message: expect.stringContaining(words) as string });
      expect(fake.requests[0]?.answeredWith).toBe(`scenario:${name}`);
      expect((await ask('x')).text).toBe('Understood.');
    }),
  );

  it.each<[ScenarioName, string]>([
    ['reset-before-answer', 'fetch failed'],
    ['reset-mid-body', 'terminated'],
    ['invalid-json', 'JSON'],
    ['empty-body', 'JSON'],
  ])('%s reaches the client as an error that says %s', (name, words) =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play(name);
      await expect(ask('x')).rejects.toThrow(words);
      expect(fake.requests[0]?.aborted).toBe(false);
    }),
  );

  it.each<[ScenarioName]>([['hang'], ['slow-headers'], ['slow-body']])(
    '%s outlasts the patience of the client',
    (name) =>
      withGemini({}, async ({ fake, ask }) => {
        fake.play(name, { delayMs: 60_000 });
        const asked = ask('x', { httpOptions: { timeout: 100 } });
        await expect(asked).rejects.toThrow('This operation was aborted');
      }),
  );

  it.each<[ScenarioName]>([
    ['empty-object'],
    ['blocked-JAILBREAK'],
    ['finish-SAFETY'],
    ['stop-without-parts'],
    ['max-tokens-thoughts-only'],
    ['malformed-function-call'],
  ])('%s leaves the client without text', (name) =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play(name);
      expect((await ask('x')).text).toBeUndefined();
    }),
  );

  it.each<[ScenarioName, RegExp]>([
    ['fenced-json', /^```json\n\{/u],
    ['prose-before-json', /^好的/u],
    ['think-before-json', /^<think>/u],
    ['max-tokens-cut', /^\{[^}]*$/u],
    ['odd-error-value', /"chapter_not_found_chapter_not_found"/u],
    ['wrong-schema', /"answer"/u],
  ])('%s spoils a structured answer', (name, pattern) =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play(name);
      expect((await ask('第 9 章多說一點', STRUCTURED)).text).toMatch(pattern);
    }),
  );

  it('offsets that are off by one or count letters name other text than stands there', () =>
    withGemini({}, async (session) => {
      for (const name of ['offsets-off-by-one', 'offsets-in-utf16'] as const) {
        const segments = segmentsOf(await searched(session, name));
        expect(segments.filter(({ named, found }) => named !== found)).not.toHaveLength(0);
      }
    }));

  it('thoughts and Simplified letters leave the offsets right', () =>
    withGemini({}, async (session) => {
      for (const name of ['thought-first', 'simplified-chinese'] as const) {
        const segments = segmentsOf(await searched(session, name));
        expect(segments).not.toHaveLength(0);
        for (const { named, found } of segments) expect(found).toBe(named);
      }
    }));

  it('empty chunks keep their supports, and supports may point beyond the chunks', () =>
    withGemini({}, async (session) => {
      const empty = (await searched(session, 'empty-chunks'))?.groundingMetadata;
      expect(empty?.groundingChunks ?? []).toHaveLength(0);
      expect(empty?.groundingSupports).not.toHaveLength(0);
      const beyond = (await searched(session, 'chunk-indices-out-of-range'))?.groundingMetadata;
      expect(beyond?.groundingSupports?.[0]?.groundingChunkIndices).toContain(999);
      const many = (await searched(session, 'forty-searches'))?.groundingMetadata;
      expect(many?.webSearchQueries).toHaveLength(40);
    }));

  it('all of them can be played for any request without a fault of the stand-in', () =>
    withGemini({}, async ({ fake, ask }) => {
      for (const name of SCENARIO_NAMES as readonly ScenarioName[]) {
        for (const config of [{}, SEARCH, STRUCTURED]) {
          fake.reset();
          fake.play(name, { delayMs: 1 });
          const isHanging = name === 'hang';
          const httpOptions = isHanging ? { timeout: 50 } : {};
          const message = await ask(searchPrompt('統計'), { ...config, httpOptions }).then(
            () => '',
            String,
          );
          expect(message).not.toContain('fake-gemini failed');
          expect(fake.requests[0]?.answeredWith).toBe(`scenario:${name}`);
        }
      }
    }));

  it('is played as often as wished, for the requests that are meant, with the delay that is wished', () =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play('429-retry-info', {
        times: 2,
        when: ({ promptText }) => promptText === 'b',
        retryDelay: '45.837906927s',
      });
      await ask('a');
      await expect(ask('b')).rejects.toThrow('45.837906927s');
      await expect(ask('b')).rejects.toThrow('45.837906927s');
      expect((await ask('b')).text).toBe('Understood.');
    }));

  it('refuses what is not valid even when a scenario waits', () =>
    withGemini({}, async ({ fake, ask }) => {
      fake.play('503');
      await expect(ask('x', { maxOutputTokens: 0 })).rejects.toMatchObject({ status: 400 });
      await expect(ask('x')).rejects.toMatchObject({ status: 503 });
    }));

  it('gives a scripted answer until it is reset', () =>
    withGemini({}, async ({ fake, ask }) => {
      const body = {
        candidates: [{ content: { parts: [{ text: '腳本' }] }, finishReason: 'STOP' }],
      };
      fake.answer(
        ({ kind }) => kind === 'prose',
        () => body,
      );
      expect((await ask('x')).text).toBe('腳本');
      expect(parsed((await ask('x', STRUCTURED)).text)).toHaveProperty('kind');
      fake.reset();
      expect((await ask('x')).text).toBe('Understood.');
      expect(fake.requests).toHaveLength(1);
    }));

  it('holds requests until they are released', () =>
    withGemini({}, async ({ fake, ask }) => {
      const { begun, release } = fake.hold(({ promptText }) => promptText === 'b');
      const held = ask('b');
      await begun;
      await ask('a');
      expect(fake.requests.map(({ answeredWith }) => answeredWith)).toEqual(['', 'answer']);
      release();
      expect((await held).text).toBe('Understood.');
    }));
});
