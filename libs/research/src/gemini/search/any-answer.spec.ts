import fc from 'fast-check';
import type { ProseAnswer } from '../gateway/model-gateway.ts';
import { groundedSources } from './grounded-sources.ts';
import { PageReadings } from './page-readings.ts';
import { anAnswer, aSupport, NOW, REDIRECT, rules } from './searching.builder.ts';

function read(answer: ProseAnswer, allow: readonly string[] = []) {
  return groundedSources(answer, {
    rules: rules({ allow }),
    readings: new PageReadings([], answer.pages),
    since: undefined,
    retrievedAt: NOW,
  });
}

describe('groundedSources, whatever an answer is', () => {
  it('takes no time over an answer that is made to take much', () => {
    const parts = [`地熱發電成本下降${' *'.repeat(40_000)}。`, 'x'.repeat(3_000_000)];
    const chunks = Array.from({ length: 5_000 }, (_, at) => ({
      url: `${REDIRECT}${at}`,
      title: `${'a'.repeat(20_000)}!`,
    }));
    const every = chunks.map((_, at) => at);
    const hostile = parts.map((text, part) => ({
      part,
      startByte: 0,
      endByte: Buffer.byteLength(text),
      text,
      chunks: every,
    }));
    const supports = Array.from({ length: 2_000 }, () => hostile).flat();
    const started = performance.now();
    read(anAnswer({ parts, chunks, supports }), ['good.example']);
    read(anAnswer({ parts, chunks, supports }));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('bounds what one answer may bring', () => {
    const parts = [
      Array.from({ length: 60 }, (_, at) => `第 ${at} 項地熱發電的成本下降。`).join('\n'),
    ];
    const chunks = Array.from({ length: 60 }, (_, at) => ({
      url: `${REDIRECT}${at}`,
      title: 'x.example',
    }));
    const every = chunks.map((_, at) => at);
    const supports = every.map((at) => aSupport(parts, `第 ${at} 項地熱發電的成本下降。`, every));
    const { sources } = read(anAnswer({ parts, chunks, supports }));
    expect(sources).toHaveLength(30);
    expect(sources[0]?.extracts).toHaveLength(20);
  });

  it('quotes every answer literally at its offsets, whatever it and its grounding are', () => {
    const piece = fc.constantFrom(
      '地熱發電成本下降。',
      'Costs fell by 3.5%.',
      '**',
      '- ',
      '# ',
      '\n',
      '\n\n',
      '🌋',
      '👩‍👩‍👧',
      '費用は下がった。',
      'é',
      '\ud83c',
      '[a](https://b.c)',
      '、',
    );
    const part = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const whole = fc.array(part, { minLength: 1, maxLength: 4 });
    const cut = fc.record({
      part: fc.integer({ min: -1, max: 4 }),
      from: fc.nat(200),
      length: fc.nat(80),
      shift: fc.integer({ min: -9, max: 9 }),
      chunks: fc.array(fc.integer({ min: -1, max: 3 })),
    });
    fc.assert(
      fc.property(whole, fc.array(cut, { maxLength: 12 }), (parts, cuts) => {
        const supports = cuts.map(({ part: index, from, length, shift, chunks }) => {
          const bytes = Buffer.from(parts[index] ?? '');
          const text = bytes.subarray(from, from + length).toString();
          return {
            part: index,
            startByte: from + shift,
            endByte: from + shift + length,
            text,
            chunks,
          };
        });
        const chunks = [REDIRECT, 'https://a.example/x', 'javascript:1'].map((url) => ({
          url,
          title: 'x',
        }));
        const joined = parts.join('\n\n');
        for (const { extracts, location } of read(anAnswer({ parts, supports, chunks })).sources) {
          expect(location).not.toHaveProperty('url', 'javascript:1');
          expect(extracts.length).toBeGreaterThan(0);
          for (const { text, start, end, before, after, line } of extracts) {
            expect(joined.slice(start, end)).toBe(text);
            expect(text).not.toBe('');
            expect(Math.max(before.length, after.length)).toBeLessThanOrEqual(200);
            expect(joined.split('\n')[line - 1]).toContain(text);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
