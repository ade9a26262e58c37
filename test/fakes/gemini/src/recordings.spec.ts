import { ApiError, GoogleGenAI } from '@google/genai';
import type { FakeGemini } from './fake-gemini.ts';
import {
  clientOf,
  httpOptionsOf,
  MODEL,
  OLD_MODEL,
  until,
  withGemini,
} from './gemini-session.builder.ts';
import { parsed } from './reading.builder.ts';

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['queryGroups'],
  properties: {
    queryGroups: {
      type: 'array',
      minItems: 4,
      maxItems: 8,
      items: {
        type: 'object',
        required: ['id', 'queries'],
        properties: {
          id: { type: 'string', enum: ['a', 'b'] },
          n: { type: 'integer', minimum: 0 },
          queries: { type: 'array', items: { type: 'string' } },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
      },
    },
  },
};
const BOTH_TOOLS = [{ googleSearch: {} }, { urlContext: {} }];
const AS_JSON = { responseMimeType: 'application/json' };

/** An auth client that looks nothing up; the SDK calls this one method of it. */
const AUTH = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer fake' })),
};

function vertexOf(fake: FakeGemini): GoogleGenAI {
  return new GoogleGenAI({
    vertexai: true,
    project: 'demo-proj',
    location: 'global',
    // The class of the type belongs to a package that the SDK keeps to itself.
    googleAuthOptions: { authClient: AUTH as never },
    httpOptions: httpOptionsOf(fake),
  });
}

describe('the real client against the stand-in', () => {
  it('01: gets text and all kinds of tokens', () =>
    withGemini({}, async ({ ask }) => {
      const { text, usageMetadata } = await ask('你好');
      expect(text).toBe('好的，收到了。');
      const { promptTokenCount: p = 0, candidatesTokenCount: c = 0 } = usageMetadata ?? {};
      expect(usageMetadata?.totalTokenCount).toBe(p + c + (usageMetadata?.thoughtsTokenCount ?? 0));
    }));

  it('02: gets search, pages and a schema at once, with every setting that we know of', () =>
    withGemini({}, async ({ ask, fake }) => {
      const response = await ask('比較 A 與 B https://example.org/x', {
        systemInstruction: '只輸出 JSON',
        tools: BOTH_TOOLS,
        ...AS_JSON,
        responseJsonSchema: SCHEMA,
        temperature: 0.2,
        maxOutputTokens: 8192,
        seed: 7,
        candidateCount: 1,
      });
      expect(parsed(response.text)).toHaveProperty('queryGroups.3.id', 'a');
      expect(fake.requests[0]).toMatchObject({
        api: 'gemini',
        kind: 'structured',
        tools: ['googleSearch', 'urlContext'],
        systemText: '只輸出 JSON',
        answeredWith: 'answer',
      });
    }));

  it('03: gets a schema in the dialect of Gemini answered, too', () =>
    withGemini({}, async ({ client }) => {
      const config = { ...AS_JSON, responseSchema: SCHEMA };
      const { text } = await client.models.generateContent({
        model: OLD_MODEL,
        contents: 'x',
        config,
      });
      expect(parsed(text)).toHaveProperty('queryGroups.3.queries');
    }));

  it.each([
    ['03c', { ...AS_JSON, responseSchema: SCHEMA, responseJsonSchema: SCHEMA }],
    ['03d', { responseJsonSchema: SCHEMA }],
  ])('%s: learns from the server what it does not check by itself', (_, config) =>
    withGemini({}, async ({ ask }) => {
      await expect(ask('x', config)).rejects.toMatchObject({ status: 400, name: 'ApiError' });
    }),
  );

  it('04: limits a search in time, and has its server-side calls shown', () =>
    withGemini({}, async ({ ask }) => {
      const timeRangeFilter = {
        startTime: '2026-01-01T00:00:00Z',
        endTime: '2026-11-30T00:00:00Z',
      };
      const limited = await ask('x', { tools: [{ googleSearch: { timeRangeFilter } }] });
      expect(limited.candidates?.[0]?.groundingMetadata?.webSearchQueries).toContain('x');
      const toolConfig = { includeServerSideToolInvocations: true };
      expect((await ask('x', { tools: BOTH_TOOLS, toolConfig })).text).not.toBe('');
    }));

  it('05: finds it under another version and behind a path', () =>
    withGemini({}, async ({ fake }) => {
      const clients = [clientOf(fake, { apiVersion: 'v1beta' }), clientOf(fake, {}, '/gemini/')];
      for (const client of clients) {
        await client.models.generateContent({ model: MODEL, contents: 'x' });
      }
      expect(fake.requests.map(({ path }) => path)).toEqual([
        `/v1beta/models/${MODEL}:generateContent`,
        expect.stringMatching(/^\/gemini\/v1\/models\//u),
      ]);
    }));

  it('06: asks on Vertex AI with a token, or with the key in express mode', () =>
    withGemini({}, async ({ fake }) => {
      const contents = 'x';
      const tools = [{ googleSearch: { excludeDomains: ['amazon.com'] } }, { urlContext: {} }];
      const config = { tools, ...AS_JSON, responseJsonSchema: SCHEMA, labels: { run: 'r1' } };
      await vertexOf(fake).models.generateContent({ model: MODEL, contents, config });
      const express = clientOf(fake, { vertexai: true });
      await express.models.generateContent({ model: MODEL, contents });
      expect(fake.requests).toMatchObject([
        { api: 'vertex', path: expect.stringContaining('/projects/demo-proj/') as string },
        { api: 'vertex', path: expect.stringMatching(/^\/v1beta1\/publishers\//u) as string },
      ]);
    }));

  it('08 and 11: counts tokens and lists models', () =>
    withGemini({}, async ({ client }) => {
      expect(await client.models.countTokens({ model: MODEL, contents: '你好' })).toMatchObject({
        totalTokens: 2,
      });
      const names: (string | undefined)[] = [];
      for await (const { name } of await client.models.list()) names.push(name);
      expect(names).toContain(`models/${MODEL}`);
      expect(await client.models.get({ model: MODEL })).toMatchObject({ name: `models/${MODEL}` });
      await expect(client.models.get({ model: 'gemini-0' })).rejects.toBeInstanceOf(ApiError);
    }));

  it('29: an answer that the client gives up is seen as aborted', () =>
    withGemini({}, async ({ ask, fake }) => {
      const { begun } = fake.hold(() => true);
      const leaving = new AbortController();
      const asked = ask('x', { abortSignal: leaving.signal });
      await begun;
      leaving.abort();
      await expect(asked).rejects.toThrow('This operation was aborted');
      await until(() => fake.requests[0]?.aborted === true);
    }));

  it('43: goes on behind the first half when the client comes back with the token', () =>
    withGemini({}, async ({ ask, fake }) => {
      const prompt = '請說明一下';
      const whole = await ask(prompt);
      fake.play('continuation');
      const first = await ask(prompt, { automaticContinuation: false });
      const { finishReason, continuationToken = '' } = first.candidates?.[0] ?? {};
      expect(finishReason).toBe('CONTINUATION');
      const second = await ask(prompt, { continuationToken });
      expect(`${first.text}${second.text}`).toBe(whole.text);
    }));
});
