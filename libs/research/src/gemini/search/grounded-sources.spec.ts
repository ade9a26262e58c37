import { createHash } from 'node:crypto';
import type { ProseAnswer } from '../gateway/model-gateway.ts';
import type { SourceRules } from '../gemini-parts.ts';
import { groundedSources } from './grounded-sources.ts';
import { PageReadings } from './page-readings.ts';
import { aGroundedAnswer, anAnswer, aSupport, NOW, REDIRECT, rules } from './searching.builder.ts';

const PARTS = [
  '台積電 2025 年營收成長 30%。三星落後。',
  '🌋 地熱發電的成本下降。\n日本の地熱発電は安定している。',
];

function read(
  answer: ProseAnswer,
  fields: { rules?: Partial<SourceRules>; named?: readonly string[]; since?: string } = {},
) {
  return groundedSources(answer, {
    rules: rules(fields.rules),
    readings: new PageReadings(fields.named ?? [], answer.pages),
    since: fields.since,
    retrievedAt: NOW,
  });
}

describe('groundedSources', () => {
  it('keeps what is attributed to a page, literally, with its place in the whole answer', () => {
    const whole = PARTS.join('\n\n');
    const { sources, problems } = read(
      aGroundedAnswer(PARTS, ['三星落後。', '日本の地熱発電は安定している。']),
    );
    expect(problems).toEqual([]);
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({
      title: 'example.com',
      location: { kind: 'web', url: REDIRECT },
      retrievedAt: NOW,
      extracts: [
        { text: '三星落後。', line: 1, language: 'zh-TW', heading: '', wording: 'grounded' },
        { text: '日本の地熱発電は安定している。', line: 4, language: 'ja' },
      ],
    });
    for (const { text, start, end } of sources[0]?.extracts ?? []) {
      expect(whole.slice(start, end)).toBe(text);
    }
  });

  it('shows what stands around an excerpt, within its paragraph', () => {
    const [source] = read(aGroundedAnswer(PARTS, ['三星落後。'])).sources;
    expect(source?.extracts[0]).toMatchObject({
      before: '台積電 2025 年營收成長 30%。',
      after: '',
    });
  });

  it("takes the bytes of the answer's part for those of a page that only the model read", () => {
    const [source] = read(aGroundedAnswer(PARTS, ['三星落後。'])).sources;
    const expected = createHash('sha256')
      .update(PARTS[0] ?? '')
      .digest('hex');
    expect(source?.sha256).toBe(expected);
  });

  it('gives each page its own source, and one statement to all pages that say it', () => {
    const answer = aGroundedAnswer(PARTS, [], {
      chunks: [
        { url: `${REDIRECT}1`, title: 'a.example' },
        { url: `${REDIRECT}2`, title: 'b.example' },
        { url: `${REDIRECT}1`, title: 'a.example' },
      ],
      supports: [aSupport(PARTS, '三星落後。', [0, 1, 2])],
    });
    const { sources } = read(answer);
    expect(sources.map(({ title, extracts }) => [title, extracts.length])).toEqual([
      ['a.example', 1],
      ['b.example', 1],
    ]);
  });

  it('joins the clauses of a sentence, and leaves sentences apart', () => {
    const parts = ['營收成長 30%，主因是先進製程。三星落後很多。'];
    const { sources } = read(
      aGroundedAnswer(parts, ['營收成長 30%', '主因是先進製程。', '三星落後很多。']),
    );
    expect(sources[0]?.extracts.map(({ text }) => text)).toEqual([
      '營收成長 30%，主因是先進製程。',
      '三星落後很多。',
    ]);
  });

  it('does not join clauses that different pages say', () => {
    const parts = ['營收成長 30%，主因是先進製程。'];
    const { sources } = read(
      anAnswer({
        parts,
        chunks: [
          { url: `${REDIRECT}1`, title: 'a.example' },
          { url: `${REDIRECT}2`, title: 'b.example' },
        ],
        supports: [aSupport(parts, '營收成長 30%', [0]), aSupport(parts, '主因是先進製程。', [1])],
      }),
    );
    expect(sources.map(({ extracts }) => extracts.map(({ text }) => text))).toEqual([
      ['營收成長 30%'],
      ['主因是先進製程。'],
    ]);
  });

  it.each([
    ['no supports', anAnswer({ chunks: [{ url: REDIRECT, title: 'example.com' }] })],
    [
      'searches but no chunks',
      aGroundedAnswer(PARTS, ['三星落後。'], { chunks: [], queries: ['x'] }),
    ],
    [
      'indices out of bounds',
      aGroundedAnswer(PARTS, [], { supports: [aSupport(PARTS, '三星落後。', [7, -1, 0.5])] }),
    ],
    [
      'texts that are not there',
      aGroundedAnswer(PARTS, [], {
        supports: [{ ...aSupport(PARTS, '三星落後。'), text: '三星大幅領先。' }],
      }),
    ],
    ['nothing but marks', aGroundedAnswer(['**---**'], ['**---**'])],
  ])('uses nothing of an answer with %s', (_name, answer) => {
    expect(read(answer)).toEqual({ sources: [], problems: [{ reason: 'ungrounded', count: 1 }] });
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/',
    'https://user@a.example/',
    'file:///etc/passwd',
    `https://a.example/${'x'.repeat(3_000)}`,
    'https://a.example/\u202e',
    '//a.example',
    '',
  ])('refuses an address that is no page: %s', (url) => {
    const answer = aGroundedAnswer(PARTS, ['三星落後。'], { chunks: [{ url, title: 'x' }] });
    expect(read(answer)).toEqual({
      sources: [],
      problems: [{ reason: 'source-refused', count: 1 }],
    });
  });

  it('keeps a link exactly as it was returned', () => {
    const url = 'https://Example.com:443/a/../b?q=%E5%9C%B0#x';
    const answer = aGroundedAnswer(PARTS, ['三星落後。'], { chunks: [{ url, title: 'x y' }] });
    expect(read(answer).sources[0]?.location).toEqual({ kind: 'web', url });
  });

  it('uses nothing of a page that was not read', () => {
    const answer = aGroundedAnswer(PARTS, [], {
      chunks: [
        { url: 'https://a.example/x', title: 'A' },
        { url: 'https://b.example/y', title: 'B' },
      ],
      supports: [
        aSupport(PARTS, '三星落後。', [0]),
        aSupport(PARTS, '🌋 地熱發電的成本下降。', [1]),
      ],
      pages: [
        { url: 'https://a.example/x/', status: 'paywall' },
        { url: 'https://b.example/y', status: 'success' },
      ],
    });
    const { sources, problems } = read(answer, {
      named: ['https://a.example/x', 'https://b.example/y'],
    });
    expect(sources.map(({ title }) => title)).toEqual(['B']);
    expect(problems).toEqual([{ reason: 'page-not-read', count: 1 }]);
  });

  it('takes a page that is reported both as read and as not read for not read', () => {
    const url = 'https://a.example/x';
    const statuses = ['success', 'unsafe', 'success'] as const;
    const pages = statuses.map((status) => ({ url, status }));
    const answer = aGroundedAnswer(PARTS, ['三星落後。'], { chunks: [{ url, title: 'A' }], pages });
    expect(read(answer)).toEqual({
      sources: [],
      problems: [{ reason: 'page-not-read', count: 1 }],
    });
  });

  it('counts a page that nobody reports on as not read', () => {
    const answer = aGroundedAnswer(PARTS, ['三星落後。']);
    const { problems } = read(answer, { named: ['https://a.example/x'] });
    expect(problems).toEqual([{ reason: 'page-not-read', count: 1 }]);
  });

  it('takes from own sources only pages that were named and read', () => {
    const answer = aGroundedAnswer(PARTS, [], {
      chunks: [
        { url: 'https://a.example/x', title: 'A' },
        { url: 'https://evil.example/y', title: 'E' },
        { url: 'https://silent.example/', title: 'S' },
      ],
      supports: [aSupport(PARTS, '三星落後。', [0, 1, 2])],
      pages: [
        { url: 'https://www.a.example/x', status: 'success' },
        { url: 'https://a.example/x', status: 'success' },
        { url: 'https://evil.example/y', status: 'success' },
      ],
    });
    const named = ['https://a.example/x'];
    const { sources, problems } = read(answer, { rules: { grounding: 'own-sources' }, named });
    expect(sources.map(({ title }) => title)).toEqual(['A']);
    expect(problems).toEqual([{ reason: 'source-refused', count: 2 }]);
  });

  it('leaves out what its address dates before the day that matters', () => {
    const answer = aGroundedAnswer(PARTS, [], {
      chunks: [
        { url: 'https://a.example/2024/03/07/old', title: 'old' },
        { url: 'https://a.example/2025/03/07/new', title: 'new' },
        { url: 'https://a.example/undated', title: 'undated' },
      ],
      supports: [aSupport(PARTS, '三星落後。', [0, 1, 2])],
    });
    const { sources, problems } = read(answer, { since: '2025-01-01' });
    expect(sources.map(({ title, publishedAt }) => [title, publishedAt])).toEqual([
      ['new', '2025-03-07'],
      ['undated', undefined],
    ]);
    expect(problems).toEqual([{ reason: 'source-refused', count: 1 }]);
  });
});
