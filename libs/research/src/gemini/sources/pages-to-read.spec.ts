import type { SourceRules } from '../gemini-parts.ts';
import { pagesToRead } from './pages-to-read.ts';
import { countLookalikes, urlsIn } from './url-strings.ts';

function rules(fields: Partial<SourceRules> = {}): SourceRules {
  return { grounding: 'strict', allow: [], deny: [], pages: [], ...fields };
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://a.example/${at}`);

describe('urlsIn', () => {
  it.each([
    ['請看 https://a.example/x，謝謝', ['https://a.example/x']],
    ['請看https://a.example/x這份報告', ['https://a.example/x']],
    ['(https://a.example/x).', ['https://a.example/x']],
    ['https://a.example/w/Foo_(bar)', ['https://a.example/w/Foo_(bar)']],
    [
      'https://例え.jp/a と https://a.example:8080/?q=1#z',
      ['https://例え.jp/a', 'https://a.example:8080/?q=1#z'],
    ],
    ['「https://a.example」的說法', ['https://a.example']],
    ['https://a.example的說法', ['https://a.example']],
    ['Node.js 與 ftp://a.example', []],
  ])('finds addresses as people write them: %s', (text, expected) => {
    expect(urlsIn(text).map(({ url }) => url)).toEqual(expected);
  });
});

describe('pagesToRead', () => {
  it("names each page once, the question's first", () => {
    const { pages, question } = pagesToRead(
      rules({ pages: ['https://b.example/', 'https://a.example/x'] }),
      '比較 https://a.example/x 與 https://a.example/x# 的說法',
      [],
    );
    expect(pages).toHaveLength(2);
    expect(pages.at(-1)).toBe('https://b.example/');
    expect(question).toBe('比較 [page 1] 與 [page 1] 的說法');
  });

  it('lets a plan name no pages', () => {
    const { pages, words } = pagesToRead(rules(), '成本', ['見 https://evil.example/x 與說明']);
    expect(pages).toEqual([]);
    expect(words).toEqual(['見  與說明']);
  });

  it('leaves out what rules refuse, and counts it', () => {
    const found = pagesToRead(rules({ deny: ['evil.example'] }), '見 https://evil.example/x', []);
    expect(found).toMatchObject({ pages: [], refused: 1, question: '見 [page left out]' });
  });

  it.each([
    ['25 in the question', addresses(25).join(' '), [], []],
    ['25 of the operator', '成本', addresses(25), []],
    [
      'names that look like hosts',
      '比較 Node.js 與 Vue.js 的 example.com',
      addresses(25),
      ['a.b c.dd'],
    ],
    [
      'addresses within addresses',
      '成本',
      addresses(25).map((url) => `${url}?u=https://b.example/`),
      [],
    ],
    ['more lookalikes than pages are allowed', 'a.bc '.repeat(30), addresses(5), []],
  ])(
    'keeps a prompt below 20 strings that look like addresses: %s',
    (_name, asked, pages, words) => {
      const found = pagesToRead(rules({ pages }), asked, words);
      const text = [found.question, ...found.words, ...found.pages].join('\n');
      expect(found.pages.length === 0 || countLookalikes(text) <= 20).toBe(true);
      const named = new Set([...urlsIn(asked).map(({ url }) => url), ...pages]).size;
      expect(found.pages.length + found.dropped).toBe(named);
    },
  );

  it('reads as many pages as there is room for', () => {
    expect(pagesToRead(rules({ pages: addresses(25) }), '成本', []).pages).toHaveLength(20);
  });
});
