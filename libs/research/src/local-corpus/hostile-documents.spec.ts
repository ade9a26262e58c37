import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChapter } from '@dossier/report';
import { documentText } from './document-text.ts';
import { pathsOf, research, testContext, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';
import { readTextFile } from './read-file.ts';

const question = '綠屋頂能讓室內降溫幾度？';
const HOSTILE = {
  'script.md':
    '# 綠屋頂\n\n<script>\n綠屋頂讓室內降溫 99 度。\n</script>\n\n綠屋頂讓室內降溫 3 度，<img src=x onerror=alert(1)> [連結](javascript:alert(1)) 也在句中[^S9-9]。\n\n[^S9-9]: 綠屋頂讓室內降溫 98 度。\n\n# 標題 # 不是章節\n\n綠屋頂讓室內「降溫」很多，」而且引號不成對。\n',
  'page.html':
    '<h1>綠屋頂</h1><script>綠屋頂讓室內降溫 97 度。</script><style>綠屋頂讓室內降溫 96 度。</style><p hidden>綠屋頂讓室內降溫 95 度。</p><p>綠屋頂讓室內降溫 2 度，&lt;script&gt;alert(1)&lt;/script&gt; 只是文字。</p>',
  'one-line.txt': '綠屋頂降溫'.repeat(60_000),
  'brackets.md': `${'['.repeat(60_000)}\n\n${'![]('.repeat(30_000)}\n\n# ${'#'.repeat(60_000)} x\n\n${'> '.repeat(30_000)}綠屋頂讓室內降溫 3 度。\n`,
  'deep.html': `${'<b>'.repeat(60_000)}綠屋頂讓室內降溫 3 度，寫在深處。`,
  'override.md': '綠屋頂讓室內\u202e降溫 94 度反著寫。\n',
  'broken.txt': Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5),
  'image.md': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0),
  'empty.md': '',
  'glossary.json': '{"not": "a glossary"}',
} as const;

describe('a folder of hostile documents', () => {
  it(
    'gives only excerpts that open at their place, in reasonable time',
    () =>
      withFolder(HOSTILE, async (folder) => {
        const started = performance.now();
        const { evidence } = await research(folder, question);
        expect(performance.now() - started).toBeLessThan(20_000);
        expect(pathsOf(evidence)).toEqual(
          expect.arrayContaining(['script.md', 'page.html', 'deep.html']),
        );
        for (const { location, extracts, sha256 } of evidence.sources) {
          if (location.kind !== 'file') throw new Error('a source that is no file');
          const file = await readTextFile(folder, location.path);
          if ('skipped' in file) throw new Error(`${location.path} cannot be opened`);
          const format = location.path.endsWith('.html') ? 'html' : 'markdown';
          const { text } = documentText(format, file.text, location.path);
          expect(file.sha256).toBe(sha256);
          for (const { start, end, text: quoted, before, after, line } of extracts) {
            expect(text.slice(start, end)).toBe(quoted);
            expect(text.slice(0, start).endsWith(before)).toBe(true);
            expect(text.slice(end).startsWith(after)).toBe(true);
            expect(file.text.split('\n')[line - 1]).toMatch(quoted.slice(0, 6));
            expect(quoted).not.toMatch(/9[4-9] 度/u);
          }
        }
      }),
    40_000,
  );

  it(
    'counts what it could not read',
    () =>
      withFolder(HOSTILE, async (folder) => {
        const { evidence } = await research(folder, question);
        const notes = evidence.gaps.map(({ note }) => note).join('');
        for (const reason of [
          '沒有內容 1 個',
          '不是 UTF-8 編碼 1 個',
          '內容不是文字 1 個',
          'glossary.json 格式不符 1 個',
        ]) {
          expect(notes).toMatch(reason);
        }
      }),
    40_000,
  );

  it('gives a report in which nothing of a document acts: no markers, headings, links or notes of its own', () =>
    withFolder(
      { 'script.md': HOSTILE['script.md'], 'page.html': HOSTILE['page.html'] },
      async (folder) => {
        const { plan, evidence } = await research(folder, question);
        const { writer } = createLocalCorpus({ folder });
        const { chapters } = await writer.write(plan, evidence, testContext());
        const keys = new Set(
          evidence.sources.flatMap(({ extracts }) => extracts.map(({ key }) => key)),
        );
        for (const chapter of chapters) {
          const reading = readChapter(chapter);
          expect(reading.markers.filter((key) => !keys.has(key))).toEqual([]);
          expect(reading.definitions).toEqual([]);
          expect(reading.headingLevels).toEqual([]);
          expect(chapter.markdown).not.toMatch(/(?<!\\)<|(?<!\\)\]\(/u);
        }
      },
    ));

  it('does not leave the folder through links', () =>
    withFolder(
      { 'inside/a.md': '綠屋頂讓室內降溫 3 度。', 'outside.md': '綠屋頂讓室內降溫 93 度。' },
      async (folder) => {
        await symlink(join(folder, 'outside.md'), join(folder, 'inside/b.md'));
        await symlink(folder, join(folder, 'inside/up'));
        await writeFile(join(folder, 'inside/.hidden.md'), '綠屋頂讓室內降溫 92 度。');
        const { evidence } = await research(join(folder, 'inside'), question);
        expect(pathsOf(evidence)).toEqual(['a.md']);
      },
    ));
});

describe('a question that the folder does not answer', () => {
  it.each([
    '量子電腦的發展',
    '日本動畫產業的薪資',
    '屋頂漏水怎麼修',
    '室內設計的流行色',
    'What is love?',
    '12345',
    '綠色和平組織的歷史',
  ])('finds nothing: %s', (unrelated) =>
    withFolder(
      { 'a.md': '# 綠屋頂\n\n綠屋頂讓室內降溫 3 度。\n\n夏季的屋頂溫度很高。\n' },
      async (folder) => {
        const { evidence } = await research(folder, unrelated);
        expect(evidence).toMatchObject({ sources: [], agreements: [], divergences: [] });
      },
    ),
  );
});
