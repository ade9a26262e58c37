import { MODEL, OLD_MODEL, post, says, withGemini } from './gemini-session.builder.ts';
import { parsed } from './reading.builder.ts';

const CONTENTS = [says('你好')];
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const JSON_SETTINGS = { responseMimeType: 'application/json', responseJsonSchema: SCHEMA };
const LOOKUP = { name: 'lookup', parametersJsonSchema: { type: 'object' } };
const CALL = { functionCall: { name: 'lookup', args: {} } };
const ANSWER = { functionResponse: { name: 'lookup', response: { hits: [] } } };
const model = (...parts: object[]) => ({ role: 'model', parts });
const user = (...parts: object[]) => ({ role: 'user', parts });
const manyUrls = Array.from({ length: 21 }, (_, at) => `https://a${at}.test/`).join(' ');
const schemaWith = (schema: object) => ({
  contents: CONTENTS,
  generationConfig: { ...JSON_SETTINGS, responseJsonSchema: schema },
});

const BROKEN: readonly [rule: string, body: object, model?: string][] = [
  ['unknown-field', { contents: CONTENTS, temperature: 1 }],
  ['unknown-field', { contents: CONTENTS, generationConfig: { foo: 1 } }],
  ['unknown-field', { contents: CONTENTS, generation_config: {} }],
  ['unknown-field', { contents: CONTENTS, tools: [{ google_search: {} }] }],
  [
    'unknown-field',
    { contents: CONTENTS, tools: [{ googleSearch: { excludeDomains: ['a.test'] } }] },
  ],
  ['unknown-field', { contents: [{ role: 'user', parts: [{ text: 'x', url: 'y' }] }] }],
  ['wrong-type', { contents: 'x' }],
  ['wrong-type', { contents: CONTENTS, generationConfig: { maxOutputTokens: '100' } }],
  ['out-of-range', { contents: CONTENTS, generationConfig: { temperature: 3 } }],
  ['out-of-range', { contents: CONTENTS, generationConfig: { responseMimeType: 'text/html' } }],
  [
    'out-of-range',
    { contents: CONTENTS, generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
  ],
  [
    'missing-field',
    { contents: CONTENTS, tools: [{ functionDeclarations: [{ description: 'x' }] }] },
  ],
  ['contents-empty', { contents: [] }],
  ['contents-empty', {}],
  ['parts-empty', { contents: [{ role: 'user', parts: [] }] }],
  ['role', { contents: [{ role: 'system', parts: [{ text: 'x' }] }] }],
  ['role', { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] }],
  ['part-data', { contents: [{ role: 'user', parts: [{}] }] }],
  ['ends-with-model', { contents: [...CONTENTS, model({ text: 'x' })] }],
  ['max-output-tokens', { contents: CONTENTS, generationConfig: { maxOutputTokens: 0 } }],
  ['max-output-tokens', { contents: CONTENTS, generationConfig: { maxOutputTokens: 70_000 } }],
  [
    'both-schemas',
    { contents: CONTENTS, generationConfig: { ...JSON_SETTINGS, responseSchema: SCHEMA } },
  ],
  [
    'schema-without-mime-type',
    { contents: CONTENTS, generationConfig: { responseJsonSchema: SCHEMA } },
  ],
  [
    'schema-unsupported',
    schemaWith({ type: 'object', properties: { a: { type: 'string', pattern: 'x' } } }),
  ],
  ['schema-unsupported', schemaWith({ type: 'string', minLength: 1 })],
  ['schema-unsupported', schemaWith({ type: 'array', uniqueItems: true })],
  ['schema-unsupported', schemaWith({ $defs: { A: { const: 1 } } })],
  ['schema-unsupported', schemaWith({ type: 'text' })],
  ['schema-unsupported', schemaWith({ type: 'string', enum: [] })],
  ['schema-unsupported', schemaWith({ type: 'object', properties: {}, required: ['a'] })],
  ['schema-unsupported', schemaWith({ $ref: '#/$defs/A', type: 'string', $defs: { A: {} } })],
  [
    'tools-with-json',
    { contents: CONTENTS, tools: [{ googleSearch: {} }], generationConfig: JSON_SETTINGS },
    OLD_MODEL,
  ],
  [
    'functions-with-search',
    { contents: CONTENTS, tools: [{ googleSearch: {} }, { functionDeclarations: [LOOKUP] }] },
  ],
  [
    'functions-with-search',
    { contents: CONTENTS, tools: [{ urlContext: {} }, { functionDeclarations: [LOOKUP] }] },
  ],
  ['too-many-urls', { contents: [says(manyUrls)], tools: [{ urlContext: {} }] }],
  ['function-name', { contents: CONTENTS, tools: [{ functionDeclarations: [{ name: '查詢' }] }] }],
  ['function-twice', { contents: CONTENTS, tools: [{ functionDeclarations: [LOOKUP, LOOKUP] }] }],
  ['function-call-order', { contents: [model(CALL), user(ANSWER)] }],
  ['function-response-order', { contents: [user(ANSWER)] }],
  ['function-response-count', { contents: [...CONTENTS, model(CALL), says('x')] }],
  ['function-response-count', { contents: [...CONTENTS, model(CALL, CALL), user(ANSWER)] }],
  [
    'function-response-name',
    {
      contents: [
        ...CONTENTS,
        model(CALL),
        user({ functionResponse: { name: 'other', response: {} } }),
      ],
    },
  ],
  ['thought-signature-missing', { contents: [...CONTENTS, model(CALL), user(ANSWER)] }],
  [
    'thought-signature-invalid',
    { contents: [...CONTENTS, model({ ...CALL, thoughtSignature: 'bm9uZQ==' }), user(ANSWER)] },
  ],
];

describe('what the real server would refuse', () => {
  it.each(BROKEN)('is refused with 400 by the rule %s (case %#)', (rule, body, name = MODEL) =>
    withGemini({}, async ({ fake }) => {
      const { status, text } = await post(fake, body, {
        path: `/v1beta/models/${name}:generateContent`,
      });
      expect(status).toBe(400);
      expect(parsed(text)).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
      expect(fake.requests[0]?.answeredWith).toMatch(new RegExp(`^refused:${rule}: `, 'u'));
    }),
  );

  it('names an unknown field and its place in the words of Google', () =>
    withGemini({}, async ({ fake }) => {
      const body = { contents: CONTENTS, generationConfig: { thinkingConfig: { level: 1 } } };
      const { text } = await post(fake, body);
      expect(text).toContain(
        `Unknown name \\"level\\" at 'generation_config.thinking_config': Cannot find field.`,
      );
    }));

  it('takes tools together with a schema from Gemini 3 on', () =>
    withGemini({}, async ({ fake }) => {
      const body = {
        contents: CONTENTS,
        tools: [{ googleSearch: {} }],
        generationConfig: JSON_SETTINGS,
      };
      expect((await post(fake, body)).status).toBe(200);
    }));

  it('takes calls of models before Gemini 3 back without a signature', () =>
    withGemini({}, async ({ fake }) => {
      const body = { contents: [...CONTENTS, model(CALL), user(ANSWER)] };
      const path = `/v1beta/models/${OLD_MODEL}:generateContent`;
      expect((await post(fake, body, { path })).status).toBe(200);
    }));

  it('refuses on Vertex AI what only the Gemini API knows, and the other way round', () =>
    withGemini({}, async ({ fake }) => {
      const path = `/v1beta1/projects/p/locations/global/publishers/google/models/${MODEL}:generateContent`;
      const place = { path, headers: { authorization: 'Bearer t' } };
      const range = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' };
      const search = (googleSearch: object) => ({ contents: CONTENTS, tools: [{ googleSearch }] });
      expect((await post(fake, search({ timeRangeFilter: range }), place)).status).toBe(400);
      expect((await post(fake, search({ timeRangeFilter: range }))).status).toBe(200);
      expect((await post(fake, search({ excludeDomains: ['a.test'] }), place)).status).toBe(200);
    }));

  it.each([
    ['a wrong key', { 'x-goog-api-key': 'other' }, 400, 'API_KEY_INVALID'],
    ['no key', {}, 403, 'PERMISSION_DENIED'],
    ['a token instead of a key', { authorization: 'Bearer t' }, 403, 'PERMISSION_DENIED'],
  ])('lets nobody in with %s', (_, headers, expected, code) =>
    withGemini({}, async ({ fake }) => {
      const { status, text } = await post(
        fake,
        { contents: CONTENTS },
        { headers: { ...headers } },
      );
      expect(status).toBe(expected);
      expect(text).toContain(code);
    }),
  );

  it('knows no other models, paths and bodies', () =>
    withGemini({ models: ['gemini-9-test'] }, async ({ fake }) => {
      const at = (path: string, body: unknown = { contents: CONTENTS }) =>
        post(fake, body, { path });
      expect((await at('/v1/models/gemini-3-pro-preview:generateContent')).status).toBe(404);
      expect((await at('/v1/models/gemini-9-test:generateContent')).status).toBe(200);
      expect((await at(`/v3/models/${MODEL}:generateContent`)).status).toBe(404);
      expect((await at(`/v1/models/${MODEL}:streamGenerateContent`)).status).toBe(501);
      expect((await at(`/v1/models/${MODEL}:generateContent`, '{"contents":')).status).toBe(400);
      expect((await at(`/v1/models/${MODEL}:generateContent`, '[]')).status).toBe(400);
    }));
});
