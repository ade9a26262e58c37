import { extractIndex } from '@dossier/contracts';
import { prunedChapter } from './prune-draft.ts';
import { readDraft } from './read-draft.ts';
import { ferryEvidence } from './scripted-model.builder.ts';

const evidence = ferryEvidence();
const allowed = new Map(
  [...extractIndex(evidence)].filter(([key]) => ['S1-1', 'S1-2', 'S2-2', 'S6-2'].includes(key)),
);

const FIRST = '資料指出，2025 年電動渡輪共行駛 12,400 航次';
const SECOND = '量測顯示港區的氮氧化物排放下降 41%';
const THIRD = '船艙噪音比柴油船低約 8 分貝';
const FOURTH = '岸上的懸浮微粒濃度也比前一年低';

function pruned(text: string, ...told: readonly string[]): string | undefined {
  return prunedChapter(readDraft(text), { heading: '變化', evidence, allowed, wanted: [] }, told);
}

describe('a pruned chapter', () => {
  it.each([
    ['nobody knows', 'S9-9'],
    ['another chapter was given', 'S4-1'],
    ['that is none of ours', '1'],
  ])('keeps a sentence that is cited well, without a key that %s', (_name, foreign) => {
    expect(pruned(`${FIRST}[S1-1][${foreign}]。${SECOND}[S1-2]。${THIRD}[S2-2]。`)).toBe(
      `${FIRST}[^S1-1]。${SECOND}[^S1-2]。${THIRD}[^S2-2]。`,
    );
  });

  it('leaves out a sentence that only such a key vouches for', () => {
    const body = pruned(`${FIRST}[S9-9]。${SECOND}[S1-2]。${THIRD}[S2-2]。${FOURTH}[S6-2]。`);
    expect(body).toBe(`${SECOND}[^S1-2]。${THIRD}[^S2-2]。${FOURTH}[^S6-2]。`);
  });

  it('leaves out what another chapter has told, and what it has told itself', () => {
    const text = `${FIRST}[S1-1]。${SECOND}[S1-2]。${THIRD}[S2-2]。${FOURTH}[S6-2]。${THIRD}[S2-2]。`;
    expect(pruned(text, `${FIRST}。`)).toBe(
      `${SECOND}[^S1-2]。${THIRD}[^S2-2]。${FOURTH}[^S6-2]。`,
    );
  });
});
