import { LANGUAGES, type RunId } from '@dossier/contracts';
import fc from 'fast-check';
import { encodePostback, parsePostback } from './postback.ts';
import type { PostbackAction } from './postback-action.ts';

const UUID = '8f14e45f-ceea-5671-a3c0-0f1e2d3c4b5a';
const OF_RUN = [
  'status',
  'cancel',
  'link',
  'versions',
  'republish',
  'ask-again',
  'retry',
  'select',
  'approve-plan',
  'edit-plan',
] as const;

const runIds = fc.uuid({ version: [4, 5] }).map((id) => id as RunId);
const runs = fc.record({ runId: runIds, version: fc.integer({ min: 1, max: 10_000 }) });
const chapters = fc.integer({ min: 1, max: 100 });

const actions: fc.Arbitrary<PostbackAction> = fc.oneof(
  fc.record({ act: fc.constantFrom(...OF_RUN), run: runs }),
  fc.record({ act: fc.constant('deepen' as const), run: runs }),
  fc.record({ act: fc.constant('deepen' as const), run: runs, chapter: chapters }),
  fc.record({ act: fc.constant('add-sources' as const), run: runs }),
  fc.record({
    act: fc.constant('add-sources' as const),
    run: runs,
    language: fc.constantFrom(...LANGUAGES),
  }),
  fc.record({
    act: fc.constant('add-sources' as const),
    run: runs,
    chapter: chapters,
    language: fc.constantFrom(...LANGUAGES),
  }),
  fc.record({
    act: fc.constantFrom('wait' as const, 'cancel-first' as const, 'queue' as const, 'research'),
    pending: runIds,
  }),
  fc.record({ act: fc.constantFrom('history' as const, 'help' as const, 'new-topic' as const) }),
);

/** Data with a stretch of it replaced, doubled or left out. */
const mutated = fc
  .tuple(actions, fc.nat(), fc.nat(6), fc.string({ maxLength: 8 }), fc.boolean())
  .map(([action, at, length, other, doubled]) => {
    const data = encodePostback(action);
    const start = at % (data.length + 1);
    const kept = doubled ? data.slice(start) : data.slice(start + length);
    return data.slice(0, start) + other + kept;
  });

describe('postback data', () => {
  it('names the version of its form, the act and the run', () => {
    const run = { runId: UUID as RunId, version: 2 };
    expect(encodePostback({ act: 'status', run })).toBe(`v=1&act=status&run=${UUID}&ver=2`);
    expect(encodePostback({ act: 'deepen', run, chapter: 3 })).toBe(
      `v=1&act=deepen&run=${UUID}&ver=2&ch=3`,
    );
    expect(encodePostback({ act: 'queue', pending: run.runId })).toBe(`v=1&act=queue&pend=${UUID}`);
  });

  it('gives back every action, within the limit of LINE', () => {
    fc.assert(
      fc.property(actions, (action) => {
        const data = encodePostback(action);
        expect(parsePostback(data)).toEqual(action);
        expect(data.length).toBeLessThanOrEqual(300);
      }),
    );
  });

  it('has one spelling for each action: whatever is read is written the same', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string()), (data) => {
        const action = parsePostback(data);
        if (action !== undefined) expect(encodePostback(action)).toBe(data);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['garbage', '{"act":"status"}'],
    ['no form', `act=status&run=${UUID}&ver=2`],
    ['a later form', `v=2&act=status&run=${UUID}&ver=2`],
    ['another order', `v=1&act=status&ver=2&run=${UUID}`],
    ['an unknown act', `v=1&act=delete&run=${UUID}&ver=2`],
    ['an act of the prototype', `v=1&act=constructor&run=${UUID}&ver=2`],
    ['a key of the prototype', 'v=1&act=help&__proto__=x'],
    ['a missing run', 'v=1&act=status'],
    ['a missing version', `v=1&act=status&run=${UUID}`],
    ['a key of another act', `v=1&act=status&run=${UUID}&ver=2&ch=1`],
    ['a run where there is none', `v=1&act=help&run=${UUID}&ver=2`],
    ['a key twice', `v=1&act=status&run=${UUID}&ver=2&ver=2`],
    ['an act twice', `v=1&act=cancel&act=status&run=${UUID}&ver=2`],
    ['a trailing separator', `v=1&act=status&run=${UUID}&ver=2&`],
    ['upper case', `v=1&act=status&run=${UUID.toUpperCase()}&ver=2`],
    ['no UUID', 'v=1&act=queue&pend=../../runs'],
    ['an escaped letter', `v=1&act=%73tatus&run=${UUID}&ver=2`],
    ['an empty chapter', `v=1&act=deepen&run=${UUID}&ver=2&ch=`],
    ['chapter 0', `v=1&act=deepen&run=${UUID}&ver=2&ch=0`],
    ['chapter 101', `v=1&act=deepen&run=${UUID}&ver=2&ch=101`],
    ['an unknown language', `v=1&act=add-sources&run=${UUID}&ver=2&lang=fr`],
    ['sources for chapter 0', `v=1&act=add-sources&run=${UUID}&ver=2&ch=0&lang=ja`],
    ['an empty language', `v=1&act=add-sources&run=${UUID}&ver=2&lang=`],
    ['301 units', `v=1&act=help${'&'.repeat(290)}`],
  ])('refuses %s', (_, data) => {
    expect(parsePostback(data)).toBeUndefined();
  });

  it.each(['0', '01', '+1', '-1', '1.0', '1e3', '0x1', ' 1', '１', '10001', 'NaN', 'Infinity', ''])(
    'refuses %j as a version',
    (version) => {
      expect(parsePostback(`v=1&act=link&run=${UUID}&ver=${version}`)).toBeUndefined();
    },
  );
});
