import { Ajv } from 'ajv';
import { extractsPrompt, post, says, searchPrompt, withGemini } from './gemini-session.builder.ts';
import { outlineProposal } from './outline-answer.ts';
import { parsed, segmentsOf } from './reading.builder.ts';
import { KEYS, list, record, TEXT } from './schema.builder.ts';

const SEARCH = { tools: [{ googleSearch: {} }] };
const QUERIES = [
  '電動機車 統計',
  '電動機車の統計データ',
  'electric scooter statistics',
  '電動機車 補助',
];
const COMPARE = record({
  agreements: list(record({ claim: TEXT, extracts: KEYS })),
  divergences: list(
    record({
      kind: { ...TEXT, enum: ['numeric', 'polarity'] },
      claim: TEXT,
      sides: list(record({ position: TEXT, extracts: KEYS })),
    }),
  ),
  gaps: list(record({ group: TEXT, note: TEXT })),
});

const EXTRACTS = {
  'S1-1': '電動機車的採用率在 2024 年達到 31%。',
  'S2-1': 'The adoption rate of scooters reached 31% in 2024.',
  'S3-2': '電動機車の導入率は2024年に36%に達した。',
  'S3-3': '充電站多半設在市區。',
};

describe('answers', () => {
  it('are the same for the same request and seed, and others for another seed', async () => {
    const body = { contents: [says(searchPrompt('電動機車 統計'))], ...SEARCH };
    const answers: string[] = [];
    for (const seed of [1, 1, 2]) {
      await withGemini({ seed }, async ({ fake }) => {
        answers.push((await post(fake, body)).text);
      });
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).not.toBe(answers[2]);
  });

  it('of a search are grounded to the byte, in one part or two, with thoughts or without', () =>
    withGemini({}, async ({ ask }) => {
      const seen = new Set<string>();
      for (const query of Array.from({ length: 24 }, (_, at) => `${QUERIES[at % 4]} ${at}`)) {
        const [candidate] = (await ask(searchPrompt(query), SEARCH)).candidates ?? [];
        const { parts = [] } = candidate?.content ?? {};
        const segments = segmentsOf(candidate);
        expect(segments.length).toBeGreaterThan(2);
        for (const { named, found } of segments) expect(found).toBe(named);
        seen.add(`${parts.length} ${parts[0]?.thought === true}`);
      }
      expect([...seen]).toEqual(expect.arrayContaining(['1 false', '2 false', '2 true']));
    }));

  it('of a search leave out offsets of zero and name redirects, sites, queries and chips', () =>
    withGemini({}, async ({ fake }) => {
      const { text } = await post(fake, { contents: [says(searchPrompt('電動機車'))], ...SEARCH });
      expect(text).not.toContain('"startIndex":0');
      expect(text).not.toContain('"partIndex":0');
      expect(text).toContain('https://vertexaisearch.cloud.google.com/grounding-api-redirect/');
      expect(text).toMatch(/"title":"[\w-]+\.test"/u);
      expect(text).toContain('"webSearchQueries":["電動機車"');
      expect(text).toMatch(/"renderedContent":"<style>.+電動機車<\/a>/u);
    }));

  it('speak the language of the query', () =>
    withGemini({}, async ({ ask }) => {
      const said = QUERIES.map(
        async (query) => (await ask(searchPrompt(query), SEARCH)).text ?? '',
      );
      const [chinese = '', japanese = '', english = ''] = await Promise.all(said);
      expect(chinese).toMatch(/的/u);
      expect(japanese).toMatch(/\p{Script=Hiragana}/u);
      expect(english).not.toMatch(/\p{Script=Hiragana}|的/u);
    }));

  it('of pages tell what became of each and rest only on those that were read', () =>
    withGemini({}, async ({ ask }) => {
      const urls = ['paywall', 'unsafe', 'missing', 'open'].map(
        (label) => `https://${label}.test/a`,
      );
      const [candidate] =
        (await ask(`讀這些：${urls.join(' ')}`, { tools: [{ urlContext: {} }] })).candidates ?? [];
      const statuses = candidate?.urlContextMetadata?.urlMetadata?.map(
        (one) => one.urlRetrievalStatus,
      );
      expect(statuses).toEqual(
        ['PAYWALL', 'UNSAFE', 'ERROR', 'SUCCESS'].map((status) => `URL_RETRIEVAL_STATUS_${status}`),
      );
      const chunks = candidate?.groundingMetadata?.groundingChunks?.map(({ web }) => web?.uri);
      expect(chunks).toEqual(['https://open.test/a']);
    }));

  it('that compare find what agrees and what does not, by keys of the prompt', () =>
    withGemini({}, async ({ ask }) => {
      const config = { responseMimeType: 'application/json', responseJsonSchema: COMPARE };
      expect(parsed((await ask(extractsPrompt(EXTRACTS), config)).text)).toMatchObject({
        agreements: [{ extracts: ['S1-1', 'S2-1'] }],
        divergences: [
          { kind: 'numeric', sides: [{ extracts: ['S1-1', 'S2-1'] }, { extracts: ['S3-2'] }] },
        ],
      });
    }));

  it('that plan give groups in each language that the prompt names', () =>
    withGemini({}, async ({ ask, fake }) => {
      const groups = list(
        record({ purpose: TEXT, query: TEXT, language: { ...TEXT, enum: ['zh-TW', 'ja', 'en'] } }),
      );
      const verdict = { ...TEXT, enum: ['researchable', 'not-researchable'] };
      const responseJsonSchema = record({ verdict, groups });
      const config = { responseMimeType: 'application/json', responseJsonSchema };
      const prompt =
        '<data name="question">\n電動機車普及了嗎？\n</data>\nOnly these languages: zh-TW, ja.';
      const { text } = await ask(prompt, config);
      expect(parsed(text)).toMatchObject({
        verdict: 'researchable',
        groups: expect.arrayContaining([
          expect.objectContaining({ language: 'zh-TW' }),
          expect.objectContaining({ language: 'ja' }),
        ]) as unknown,
      });
      expect(text).not.toContain('"en"');
      expect(fake.requests[0]?.task).toBe('plan');
    }));

  it('that outline give three chapters or more, each of two sources, even where one says most', () => {
    const lines = ['S1-1', 'S1-2', 'S1-3', 'S1-4', 'S2-1', 'S2-2', 'S2-3'];
    const { chapters } = outlineProposal(
      extractsPrompt(Object.fromEntries(lines.map((key) => [key, `關於 ${key}。`]))),
    );
    expect(chapters).toHaveLength(3);
    for (const { extracts } of chapters) {
      expect(new Set(extracts.map((key) => key.split('-')[0])).size).toBe(2);
    }
  });

  it('that read a wish take its chapter and languages from the words', () =>
    withGemini({}, async ({ ask }) => {
      const kind = { ...TEXT, enum: ['deepen', 'add-sources', 'rewrite', 'republish', 'unclear'] };
      const languages = list({ ...TEXT, enum: ['zh-TW', 'ja', 'en'] });
      const responseJsonSchema = {
        ...record({ kind, chapter: { type: 'integer' }, languages }),
        required: ['kind'],
      };
      const config = { responseMimeType: 'application/json', responseJsonSchema };
      const read = async (wish: string) =>
        parsed((await ask(`<data name="wish">\n${wish}\n</data>`, config)).text);
      expect(await read('第三章補一些日文來源')).toEqual({
        kind: 'add-sources',
        chapter: 3,
        languages: ['ja'],
      });
      expect(await read('第 2 章說得更深入')).toEqual({ kind: 'deepen', chapter: 2 });
      expect(await read('今天天氣如何')).toEqual({ kind: 'unclear' });
    }));

  it('that write chapters cite every sentence with keys of the prompt, and end with a full stop', () =>
    withGemini({}, async ({ ask, fake }) => {
      const { text = '' } = await ask(extractsPrompt(EXTRACTS));
      const sentences = text.split(/(?<=。)\s*/u).filter((sentence) => sentence !== '');
      for (const sentence of sentences) expect(sentence).toMatch(/(?:\[S\d-\d\])+。$/u);
      for (const key of Object.keys(EXTRACTS)) expect(text).toContain(`[${key}]`);
      expect(fake.requests[0]?.task).toBe('chapter');
    }));

  it('that were cut off go on exactly where they stop', () =>
    withGemini({}, async ({ ask, fake }) => {
      const prompt = extractsPrompt(EXTRACTS);
      const whole = (await ask(prompt)).text ?? '';
      const cut = await ask(prompt, { maxOutputTokens: 30 });
      expect(cut.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
      const draft = { role: 'model', parts: [{ text: cut.text ?? '' }] };
      const rest = await ask([says(prompt), draft, says('Go on.')]);
      expect(`${cut.text}${rest.text}`).toBe(whole);
      expect(fake.requests.at(-1)?.task).toBe('chapter-go-on');
    }));

  it('with functions call one with arguments that it takes, and then say what came back', () =>
    withGemini({}, async ({ ask }) => {
      const parametersJsonSchema = record({
        query: TEXT,
        language: { ...TEXT, enum: ['zh-TW', 'ja'] },
      });
      const config = {
        tools: [{ functionDeclarations: [{ name: 'look-up', parametersJsonSchema }] }],
      };
      const turns: object[] = [says(searchPrompt('電動機車 統計'))];
      for (let round = 0; round < 3; round += 1) {
        const answered = await ask(turns, config);
        const { content } = answered.candidates?.[0] ?? {};
        const call = content?.parts?.[0]?.functionCall;
        if (content === undefined || call === undefined) {
          expect(answered.text).toContain('車輛共有七十萬輛');
          return;
        }
        expect(new Ajv().validate(parametersJsonSchema, call.args)).toBe(true);
        const response = { extracts: [{ id: 'E1', title: 'a', text: '車輛共有七十萬輛。' }] };
        const answer = { functionResponse: { name: call.name, response } };
        turns.push(content, { role: 'user', parts: [answer] });
      }
      throw new Error('the model never came to an end');
    }));
});
