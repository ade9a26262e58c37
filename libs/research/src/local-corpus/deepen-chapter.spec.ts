import { extractIndex } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { firstVersion, nextVersion } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';
import { changedIn, chapterOf, expectKept, expectPassed, newKeys } from './follow-ups.builder.ts';

const provider = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });
const question = '移位機器人的導入費用是多少？';

describe('deepening a chapter', () => {
  it('adds 1 to 4 groups aimed at it, one for each language, and keeps the base’s', async () => {
    const base = await firstVersion(provider, question);
    const next = await nextVersion(provider, base, { kind: 'deepen', chapter: 2 });
    const further = next.plan.groups.slice(base.plan.groups.length);
    expect(further.map(({ id, language }) => [id, language])).toEqual([
      ['g9', 'zh-TW'],
      ['g10', 'ja'],
      ['g11', 'en'],
    ]);
    for (const { purpose } of further) expect(purpose).toBe('深入：移位機器人');
    expect(further[0]?.query).toMatch('移位機器人');
  });

  it('extends that chapter alone, after what stood there; all else stays byte for byte', async () => {
    const base = await firstVersion(provider, question);
    const next = await nextVersion(provider, base, { kind: 'deepen', chapter: 2 });
    expect(changedIn(next, base)).toEqual([2]);
    const [before, after] = [base, next].map(({ report }) => report.chapters[1]?.markdown ?? '');
    expect(after?.startsWith(`${before ?? ''}\n\n### 補充\n\n- 「`)).toBe(true);
    expectKept(next, base);
    expectPassed(next);
  });

  it('quotes in it what is new, under the next number of each document', async () => {
    const base = await firstVersion(provider, question);
    const next = await nextVersion(provider, base, { kind: 'deepen', chapter: 2 });
    const markdown = next.report.chapters[1]?.markdown ?? '';
    const added = newKeys(next, base);
    expect(added.length).toBeGreaterThan(0);
    for (const key of added) expect(markdown).toMatch(`[^${key}]`);
    for (const { key, extracts } of next.evidence.sources) {
      expect(extracts.map((each) => each.key)).toEqual(extracts.map((_, at) => `${key}-${at + 1}`));
    }
  });

  it('searches only the languages that are asked for, and follows the wish’s words', async () => {
    const base = await firstVersion(provider, question);
    const instruction = '第 3 章再深一點，補日文來源，要有研修的部分';
    const wish = { kind: 'deepen', chapter: 3, languages: ['ja'], instruction } as const;
    const next = await nextVersion(provider, base, wish);
    const further = next.plan.groups.slice(base.plan.groups.length);
    expect(further.map(({ language }) => language)).toEqual(['ja']);
    expect(further[0]?.query).toMatch('研修');
    expect(further[0]?.query).not.toMatch(/章|来源|日文/u);
    const extracts = extractIndex(next.evidence);
    for (const key of newKeys(next, base)) expect(extracts.get(key)?.source.language).toBe('ja');
  });

  it('goes on from a version that was deepened, under the same heading', async () => {
    const first = await firstVersion(provider, question);
    const second = await nextVersion(provider, first, {
      kind: 'deepen',
      chapter: 3,
      languages: ['ja'],
    });
    const third = await nextVersion(provider, second, { kind: 'deepen', chapter: 3 });
    expect(changedIn(third, second)).toEqual([3]);
    const markdown = third.report.chapters[2]?.markdown ?? '';
    expect(markdown.startsWith(second.report.chapters[2]?.markdown ?? 'none')).toBe(true);
    expect(markdown.match(/### 補充/gu)).toHaveLength(1);
    expectKept(third, second);
    expectPassed(third);
  });

  it('says which language that was asked for had nothing more', async () => {
    const base = await firstVersion(provider, '行道樹能降低夜間熱島嗎？');
    const languages = ['zh-TW', 'ja'] as const;
    const next = await nextVersion(provider, base, { kind: 'deepen', chapter: 2, languages });
    expect(changedIn(next, base)).toEqual([2, base.report.chapters.length]);
    expect(chapterOf(next, 'limits').split('\n').at(-1)).toMatch(
      /^- 「深入：.+」在中文文件中沒有找到更多相關的句子。$/u,
    );
  });

  it.each([
    ['is not there', 9],
    ['is the summary', 1],
  ])('is refused when the chapter %s', async (_why, chapter) => {
    const base = await firstVersion(provider, question);
    await expect(nextVersion(provider, base, { kind: 'deepen', chapter })).rejects.toMatchObject({
      name: 'Permanent',
      reason: 'no-such-chapter',
    });
  });
});
