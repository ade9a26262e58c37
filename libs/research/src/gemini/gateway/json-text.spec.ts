import * as fc from 'fast-check';
import { readJson } from './json-text.ts';

const LENGTH = 299_000;

describe('JSON out of a model’s text', () => {
  it('is the object that was written, whatever its strings hold', () => {
    const strings = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '```',
        '```json\n{}',
        '<think>',
        '</think>',
        '"}',
        '{[',
        '\\',
        '\n```\n',
        '\uFEFF',
      ),
    );
    const names = strings.map((name) => `n${name}`);
    fc.assert(
      fc.property(fc.dictionary(names, strings), fc.boolean(), (object, isFenced) => {
        const json = JSON.stringify(object);
        const text = isFenced ? `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.` : json;
        expect(readJson(text, false)).toEqual({ value: { ...object } });
      }),
      { seed: 5 },
    );
  });

  it('is never made up where the text was cut', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }),
        fc.nat(),
        (object, at) => {
          const json = JSON.stringify(object);
          expect(readJson(json.slice(0, at % json.length), true)).toHaveProperty('finding');
        },
      ),
      { seed: 5 },
    );
  });

  it.each([
    ['quotes', `{${'"'.repeat(LENGTH)}`],
    ['single quotes', `{${"'".repeat(LENGTH)}`],
    ['broken strings', `{a${'"b\\'.repeat(LENGTH / 4)}`],
    ['missing commas', `{"a":[${'1 '.repeat(LENGTH / 2)}`],
    ['brackets', '{"a":'.repeat(LENGTH / 5)],
    ['fences', '```\n'.repeat(LENGTH / 4)],
    ['thoughts', '<think>'.repeat(LENGTH / 7)],
  ])('does not hold the process for hundreds of thousands of %s', (_, text) => {
    const begun = performance.now();
    expect(readJson(text, false)).toHaveProperty('finding');
    // Without a bound on repairs these take up to half a minute.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
