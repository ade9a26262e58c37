import { Ajv } from 'ajv';
import { fitSchema } from './fit-schema.ts';
import { KEYS, list, record, TEXT } from './schema.builder.ts';
import { SeededRandom } from './seeded-random.ts';

describe('fitSchema', () => {
  it.each<[string, object]>([
    ['bounds of lists', list(TEXT, { minItems: 4, maxItems: 6 })],
    ['numbers', record({ a: { type: 'integer', minimum: 3, maximum: 4 }, b: { type: 'number' } })],
    [
      'choices',
      record({ a: { anyOf: [TEXT, { type: 'null' }] }, error: { type: ['string', 'null'] } }),
    ],
    [
      'references',
      { ...record({ a: { $ref: '#/$defs/A' } }), $defs: { A: list({ type: 'boolean' }) } },
    ],
    ['enumerations', record({ a: { enum: [1, 2] }, b: { ...TEXT, enum: ['x'] } })],
    ['days', record({ a: { ...TEXT, format: 'date' }, b: record({ c: KEYS }) })],
  ])('fits a schema with %s, whatever is proposed', (_, schema) => {
    const validate = new Ajv({ formats: { date: true } }).compile(schema);
    for (const proposal of [
      undefined,
      {},
      [],
      'x',
      7,
      null,
      { a: 'x', b: { c: 1 } },
      [1, 2, 3, 4, 5, 6, 7],
    ]) {
      const answer = fitSchema({ ...schema }, proposal, new SeededRandom(1));
      expect([proposal, answer, validate(answer)]).toEqual([proposal, answer, true]);
    }
  });
});
