import type { BaseVersion } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { firstVersion, nextVersion } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';
import { changedIn, chapterOf, expectPassed } from './follow-ups.builder.ts';

const provider = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });
const question = '移位機器人的導入費用是多少？';

describe('rewriting', () => {
  it('shortens every theme to about half, and the summary counts what is left', async () => {
    const base = await firstVersion(provider, question);
    const next = await nextVersion(provider, base, { kind: 'rewrite', instruction: '寫短一點' });
    const lines = ({ report }: BaseVersion): number =>
      report.chapters
        .filter(({ kind }) => kind === 'theme')
        .flatMap(({ markdown }) => markdown.split('\n')).length;
    expect(lines(next)).toBeLessThan(lines(base));
    const content = next.report.chapters.filter(({ kind }) => /theme|divergences/u.test(kind));
    const text = content.map(({ markdown }) => markdown).join('\n');
    const cited = new Set([...text.matchAll(/\[\^(S\d+-\d+)\]/gu)].map(([, key]) => key));
    expect(chapterOf(next, 'summary')).toMatch(`摘出 ${cited.size} 段`);
    expect(next.evidence).toBe(base.evidence);
    expectPassed(next);
  });

  it('touches only the chapter that is meant', async () => {
    const base = await firstVersion(provider, question);
    const wish = { kind: 'rewrite', chapter: 3, instruction: 'make it shorter' } as const;
    const next = await nextVersion(provider, base, wish);
    expect(changedIn(next, base)).toEqual([3]);
    expectPassed(next);
  });

  it('quotes again in detail what shortening left out', async () => {
    const base = await firstVersion(provider, question);
    const short = await nextVersion(provider, base, {
      kind: 'rewrite',
      chapter: 2,
      instruction: '短一點',
    });
    const long = await nextVersion(provider, short, {
      kind: 'rewrite',
      chapter: 2,
      instruction: '詳細一點',
    });
    expect(changedIn(long, short)).toEqual([2]);
    expect(long.report.chapters[1]?.markdown).toMatch('### 補充');
    expectPassed(long);
  });

  it.each([
    ['other words', '口語一點', 'rewrite-not-offline'],
    ['nothing in particular', undefined, 'rewrite-not-offline'],
    ['shorter and longer at once', '短一點但是詳細', 'rewrite-not-offline'],
    ['more than the evidence holds', '詳細一點', 'nothing-new'],
  ])('ends honestly when asked for %s', async (_what, instruction, reason) => {
    const base = await firstVersion(provider, '地熱電廠會影響溫泉的水位嗎？');
    const wish = {
      kind: 'rewrite',
      ...(instruction === undefined ? {} : { instruction }),
    } as const;
    await expect(nextVersion(provider, base, wish)).rejects.toMatchObject({ reason });
  });

  it('ends when nothing can be left out any more', async () => {
    const base = await firstVersion(provider, '綠屋頂可以留住多少雨水？');
    const again = nextVersion(provider, base, { kind: 'rewrite', instruction: '精簡' });
    await expect(again).rejects.toMatchObject({ reason: 'nothing-to-shorten' });
  });
});
