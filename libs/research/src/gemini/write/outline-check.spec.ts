import { briefsOf, outlineObjections } from './outline-check.ts';
import { OutlineAnswer } from './outline-answer.ts';
import { ferryEvidence, goodStructure } from './scripted-model.builder.ts';

const evidence = ferryEvidence();

function outline(...chapters: readonly (readonly [heading: string, ...keys: string[]])[]) {
  return Object.assign(new OutlineAnswer(), {
    chapters: chapters.map(([heading, ...extracts]) => ({ heading, aim: '', extracts })),
  });
}
const good = Object.assign(new OutlineAnswer(), goodStructure({ step: 'write.outline' }));
const two = ['S1-1', 'S2-1'] as const;
const others = [
  ['排放', ...two],
  ['經費', ...two],
] as const;

describe('outlineObjections', () => {
  it('has none to a good outline', () => {
    expect(outlineObjections(good, evidence)).toEqual([]);
  });

  it.each([
    ['too few chapters', outline(['航次', ...two]), 'at least 3 chapters'],
    ['an unknown key', outline(...others, ['航次', ...two, 'S9-9']), 'names 1 extracts'],
    ['a single source', outline(...others, ['航次', 'S1-1', 'S1-2']), '2 different sources'],
    ['a heading twice', outline(...others, ['排 放', ...two]), 'chapter 3 is taken'],
    ['a heading of ours', outline(...others, ['限制', ...two]), 'chapter 3 is taken'],
    ['a long heading', outline(...others, ['航'.repeat(25), ...two]), 'longer than 24'],
    ['an address', outline(...others, ['見 https://a.example', ...two]), 'an address'],
    ['an invented figure', outline(...others, ['成長 77% 的航次', ...two]), 'a figure'],
  ])('names %s', (_, answer, words) => {
    expect(outlineObjections(answer, evidence).join(' ')).toMatch(words);
  });

  it('leaves to code what code can mend', () => {
    const answer = outline(['1. **航次**', ...two], ['运航', ...two], ['經費。', ...two]);
    expect(outlineObjections(answer, evidence)).toEqual([]);
  });
});

describe('briefsOf', () => {
  it('makes headings plain and Traditional', async () => {
    const briefs = await briefsOf(outline(['1. **运航**：', ...two]), evidence);
    expect(briefs.map(({ heading }) => heading)).toEqual(['運航']);
  });

  it('gives agreements and sources that no chapter names to the nearest chapter', async () => {
    const briefs = await briefsOf(outline(['航次', ...two], ['環境', 'S1-2', 'S6-2']), evidence);
    expect(briefs[0]?.keys).toEqual([...two, 'S4-1', 'S3-1', 'S5-1']);
    expect(briefs[1]?.keys).toEqual(['S1-2', 'S6-2', 'S2-2']);
  });

  it('leaves out chapters that cannot be written', async () => {
    const answer = outline(['航次', 'S1-1'], ['摘要', ...two], ['77 倍', ...two], ['環境', ...two]);
    const briefs = await briefsOf(answer, evidence);
    expect(briefs.map(({ heading }) => heading)).toEqual(['環境']);
  });
});
