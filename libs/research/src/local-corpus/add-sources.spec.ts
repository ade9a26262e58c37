import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseVersion } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { firstVersion, nextVersion, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';
import { changedIn, chapterOf, expectKept, expectPassed, newKeys } from './follow-ups.builder.ts';

const provider = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });
const question = '移位機器人的導入費用是多少？';

describe('adding sources', () => {
  it('searches the sides of the question in a language that was not searched before', async () => {
    const base = await firstVersion(provider, question, ['zh-TW']);
    expect(base.evidence.sources.map(({ language }) => language)).not.toContain('ja');
    const next = await nextVersion(provider, base, { kind: 'add-sources', languages: ['ja'] });
    expect(next.plan.searchLanguages).toEqual(['zh-TW', 'ja']);
    expect(next.plan.groups).toHaveLength(base.plan.groups.length + 4);
    const further = next.evidence.sources.slice(base.evidence.sources.length);
    expect(further.length).toBeGreaterThan(0);
    for (const [at, { key, language }] of further.entries()) {
      expect([key, language]).toEqual([`S${base.evidence.sources.length + at + 1}`, 'ja']);
    }
    expectKept(next, base);
    expectPassed(next);
  });

  it('puts each new excerpt into one theme, and leaves the other chapters as they are', async () => {
    const base = await firstVersion(provider, question);
    const next = await nextVersion(provider, base, { kind: 'add-sources', languages: ['ja'] });
    const themes = next.report.chapters.filter(({ kind }) => kind === 'theme');
    for (const key of newKeys(next, base)) {
      expect(themes.filter(({ markdown }) => markdown.includes(`[^${key}]`))).toHaveLength(1);
    }
    const changed = changedIn(next, base);
    expect(changed.length).toBeGreaterThan(0);
    for (const number of changed) expect(base.report.chapters[number - 1]?.kind).toBe('theme');
    expectPassed(next);
  });

  it('tells a contradiction that the new document brings, and the summary denies it no longer', () =>
    withFolder(
      {
        'a.md': '換電站的建置成本每座為 180 萬元。換電站的選址以路口為主。',
        'b.md': '換電站由業者自行維護。換電站的電池每天檢查一次。',
      },
      async (folder) => {
        const corpus = createLocalCorpus({ folder });
        const base = await firstVersion(corpus, '換電站的建置成本是多少？');
        expect(chapterOf(base, 'divergences')).toBe('未發現分歧。');
        await writeFile(join(folder, 'c.md'), '換電站的建置成本每座為 320 萬元。');
        const next = await nextVersion(corpus, base, { kind: 'add-sources' });
        expect(next.evidence.divergences).toHaveLength(1);
        expect(chapterOf(next, 'divergences')).toMatch(/180 萬元.+320 萬元/u);
        expect(chapterOf(next, 'summary')).toMatch('有 1 點各文件說法不同');
        expect(chapterOf(next, 'summary')).not.toMatch('未發現');
        expectKept(next, base);
        expectPassed(next);
      },
    ));

  it('keeps the claim of a divergence that another document joins', () =>
    withFolder(
      {
        'a.md': '換電站的建置成本每座為 180 萬元。換電站的選址以路口為主。',
        'b.md': '換電站的建置成本每座為 320 萬元。換電站由業者自行維護。',
      },
      async (folder) => {
        const corpus = createLocalCorpus({ folder });
        const base = await firstVersion(corpus, '換電站的建置成本是多少？');
        const [before] = base.evidence.divergences;
        await writeFile(join(folder, 'c.md'), '換電站的建置成本每座為 250 萬元。');
        const next = await nextVersion(corpus, base, { kind: 'add-sources' });
        const [after, ...others] = next.evidence.divergences;
        expect(others).toEqual([]);
        expect(after).toMatchObject({ claim: before?.claim });
        expect(after?.sides.slice(0, 2)).toEqual(before?.sides);
        expect(after?.sides[2]?.extracts).toEqual(newKeys(next, base));
        expect(chapterOf(next, 'divergences').split('\n')).toHaveLength(1);
        expect(chapterOf(next, 'divergences')).toMatch('250 萬元');
        expectPassed(next);
      },
    ));

  it('takes a document that was changed for another one, and keeps what was quoted of the old', () =>
    withFolder(
      {
        'a.md': '換電站的建置成本每座為 180 萬元。',
        'b.md': '換電站由業者自行維護。',
      },
      async (folder) => {
        const corpus = createLocalCorpus({ folder });
        const base = await firstVersion(corpus, '換電站的建置成本是多少？');
        await writeFile(join(folder, 'a.md'), '換電站的建置成本已經公布，每座為 190 萬元。');
        const next = await nextVersion(corpus, base, { kind: 'add-sources' });
        expectKept(next, base);
        const paths = next.evidence.sources.map(({ location }) => location);
        expect(paths.filter((path) => path.kind === 'file' && path.path === 'a.md')).toHaveLength(
          2,
        );
      },
    ));

  it('names a language that no document has, and forgets that once there is one', () =>
    withFolder({ 'a.md': '換電站的建置成本每座為 180 萬元。' }, async (folder) => {
      const corpus = createLocalCorpus({ folder });
      const base = await firstVersion(corpus, '換電站的建置成本是多少？');
      const notes = ({ evidence }: BaseVersion): string[] => evidence.gaps.map(({ note }) => note);
      expect(notes(base)).toContain('資料夾裡沒有英文文件。');
      await writeFile(join(folder, 'b.md'), '換電站的建置成本每座為 180 萬元，由市府補助。');
      await writeFile(join(folder, 'c.md'), 'A swap station is built in one week by two workers.');
      const next = await nextVersion(corpus, base, { kind: 'add-sources' });
      expect(notes(next)).not.toContain('資料夾裡沒有英文文件。');
      expect(notes(next)).toContain('資料夾裡沒有日文文件。');
    }));

  it('ends when the report would stay as it is', () =>
    withFolder({ 'a.md': '換電站的建置成本每座為 180 萬元。' }, async (folder) => {
      const corpus = createLocalCorpus({ folder });
      const base = await firstVersion(corpus, '換電站的建置成本是多少？');
      const again = nextVersion(corpus, base, { kind: 'add-sources' });
      await expect(again).rejects.toMatchObject({ name: 'Permanent', reason: 'nothing-new' });
    }));
});
