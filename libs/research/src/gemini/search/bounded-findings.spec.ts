import { storedBytes } from '../stored-bytes.ts';
import { boundedTurn } from './bounded-turn.ts';
import { boundedSources, canBeKept } from './bounded-findings.ts';
import { aGroundedAnswer, group, rules } from './searching.builder.ts';
import { readAnswer } from './read-answer.ts';

/** What a document holds (libs/workspace). */
const MOST_BYTES = 900_000;

function sources(count: number, text: string) {
  const extract = {
    text,
    start: 0,
    end: text.length,
    line: 1,
    heading: '',
    before: '',
    after: '',
    language: 'zh-TW',
  } as const;
  return Array.from({ length: count }, (_, at) => ({
    title: `第 ${at} 頁`,
    location: { kind: 'web', url: `https://example.com/${at}` } as const,
    language: 'zh-TW' as const,
    retrievedAt: '2026-12-01T00:00:00.000Z',
    sha256: '',
    extracts: Array.from({ length: 20 }, () => extract),
  }));
}

describe('findings that are to be kept', () => {
  it('stay as they are when a document holds them', () => {
    const few = sources(30, '地熱');
    expect(boundedSources(few)).toEqual(few);
  });

  it.each(['地'.repeat(400), '"'.repeat(400), '\\'.repeat(400)])(
    'have every source with fewer excerpts when it does not',
    (text) => {
      const bounded = boundedSources(sources(30, text));
      expect(bounded).toHaveLength(30);
      expect(bounded.every(({ extracts }) => extracts.length >= 1)).toBe(true);
      expect(storedBytes(bounded)).toBeLessThan(MOST_BYTES);
    },
  );

  it('have no sources when their suggestions are too large to be shown with them', () => {
    const suggestionHtml = `<div>${'x'.repeat(100_000)}</div>`;
    const parts = ['地熱發電的成本下降。'];
    const answer = aGroundedAnswer(parts, parts, { suggestionHtml });
    const asked = { answer, at: '2026-12-01T00:00:00.000Z', refused: 0 };
    const named = { question: '', words: [], pages: [], dropped: 0, refused: 0 };
    const findings = readAnswer(asked, { group, rules: rules(), named });
    expect(canBeKept(suggestionHtml)).toBe(false);
    expect(findings).toEqual({
      groupId: group.id,
      sources: [],
      problems: [{ reason: 'ungrounded', count: 1 }],
    });
  });
});

describe('a turn that is to be kept', () => {
  it('keeps one call more than may be answered, and of too large a call that there was one', () => {
    const calls = Array.from({ length: 5_000 }, () => ({
      name: 'local-corpus-search',
      args: { query: 'x'.repeat(50_000) },
      signature: 'c2ln',
    }));
    const turn = boundedTurn({ parts: ['好\ud800', 'x'.repeat(5_000_000)], calls });
    expect(turn.calls).toHaveLength(9);
    expect(turn.calls[0]).toEqual({ name: 'too-large', args: {}, signature: 'c2ln' });
    expect(turn.text.isWellFormed()).toBe(true);
    expect(storedBytes(turn)).toBeLessThan(MOST_BYTES);
  });

  it.each(['', '搜尋', 'a b', '9lives', 'x'.repeat(65)])(
    'makes a call of nothing of one whose name Gemini would refuse in a history: "%s"',
    (name) => {
      const calls = [{ name, args: { query: 'q' }, id: 'call-1' }];
      expect(boundedTurn({ parts: [], calls }).calls).toEqual([
        { name: 'not-a-name', args: {}, id: 'call-1' },
      ]);
    },
  );

  it('leaves out calls with a mark that cannot go back as it is', () => {
    const signature = 'x'.repeat(1_000_000);
    const calls = [{ name: 'local-corpus-search', args: {}, signature }];
    expect(boundedTurn({ parts: ['E1'], calls })).toEqual({ text: 'E1', calls: [] });
  });
});
