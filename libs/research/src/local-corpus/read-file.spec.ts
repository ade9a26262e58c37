import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from './corpus-folder.builder.ts';
import { readTextFile } from './read-file.ts';

describe('readTextFile', () => {
  it('drops the byte order mark but hashes the bytes on disk', () =>
    withFolder({ 'a.md': '\ufeff地熱' }, async (folder) => {
      expect(await readTextFile(folder, 'a.md')).toEqual({
        text: '地熱',
        sha256: createHash('sha256').update('\ufeff地熱').digest('hex'),
      });
    }));

  it.each([
    ['not-utf-8', Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5)],
    ['binary', Uint8Array.of(0x50, 0x4b, 0x00, 0x01)],
    ['empty', Uint8Array.of(0x20, 0x0a)],
  ])('skips a file that is %s', (reason, bytes) =>
    withFolder({ 'a.txt': bytes }, async (folder) => {
      expect(await readTextFile(folder, 'a.txt')).toEqual({ skipped: reason });
    }),
  );

  it('does not read through a link that took the place of a file', () =>
    withFolder({ 'secret.txt': 'secret' }, async (folder) => {
      await symlink(join(folder, 'secret.txt'), join(folder, 'a.md'));
      expect(await readTextFile(folder, 'a.md')).toEqual({ skipped: 'unreadable' });
    }));
});
