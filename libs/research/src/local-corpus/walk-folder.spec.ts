import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from './corpus-folder.builder.ts';
import { CORPUS_LIMITS, walkFolder } from './walk-folder.ts';

describe('walkFolder', () => {
  it('lists documents in path order and knows their format', () =>
    withFolder({ 'b.txt': 'b', 'a/z.HTML': 'z', 'a.md': 'a', 'a/b.htm': 'h' }, async (folder) => {
      const listing = await walkFolder(folder);
      expect(listing?.files.map(({ path, format }) => `${path} ${format}`)).toEqual([
        'a.md markdown',
        'a/b.htm html',
        'a/z.HTML html',
        'b.txt plain',
      ]);
    }));

  it('leaves out other formats, hidden files and installed packages without counting them', () =>
    withFolder(
      { 'x.pdf': 'x', '.secret.md': 's', '.git/a.md': 'g', 'node_modules/p/readme.md': 'p' },
      async (folder) => {
        expect(await walkFolder(folder)).toMatchObject({ files: [], skipped: new Map() });
      },
    ));

  it('follows no link, neither to a file nor to a folder', () =>
    withFolder({ 'a.md': 'a', 'inner/b.md': 'b' }, async (folder) => {
      await symlink(join(folder, 'a.md'), join(folder, 'link.md'));
      await symlink(folder, join(folder, 'inner/loop'));
      const listing = await walkFolder(folder);
      expect(listing?.files.map(({ path }) => path)).toEqual(['a.md', 'inner/b.md']);
      expect(listing?.skipped).toEqual(new Map([['symlink', 1]]));
    }));

  it('counts empty and too large files and too deep folders', () =>
    withFolder(
      {
        'empty.md': '',
        'large.txt': 'x'.repeat(CORPUS_LIMITS.fileBytes + 1),
        [`${'d/'.repeat(CORPUS_LIMITS.depth + 2)}x.md`]: 'x',
      },
      async (folder) => {
        expect((await walkFolder(folder))?.skipped).toEqual(
          new Map([
            ['empty', 1],
            ['too-large', 1],
            ['too-deep', 1],
          ]),
        );
      },
    ));

  it('changes its fingerprint when a document is added or touched', () =>
    withFolder({ 'a.md': 'a' }, async (folder) => {
      const prints = [(await walkFolder(folder))?.fingerprint];
      await writeFile(join(folder, 'b.md'), 'b');
      prints.push((await walkFolder(folder))?.fingerprint);
      await utimes(join(folder, 'b.md'), new Date(0), new Date(0));
      prints.push((await walkFolder(folder))?.fingerprint);
      expect(new Set(prints).size).toBe(3);
    }));

  it('gives null for what is no folder', () =>
    withFolder({ 'a.md': 'a' }, async (folder) => {
      await mkdir(join(folder, 'there'));
      expect(await walkFolder(join(folder, 'missing'))).toBeNull();
      expect(await walkFolder(join(folder, 'a.md'))).toBeNull();
      expect(await walkFolder(join(folder, 'there'))).toMatchObject({ files: [] });
    }));
});
