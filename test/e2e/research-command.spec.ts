import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dossier-research-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function research(...options: string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--import', './tools/register.mjs', 'apps/cli/src/main.ts', 'research', ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

const data = join(folder, 'data');
const corpus = join(folder, 'corpus');
mkdirSync(corpus);
mkdirSync(join(folder, 'empty'));
writeFileSync(
  join(corpus, 'a.md'),
  '# 茶園紀錄\n\n坪林茶園在海拔 420 公尺的山坡種植青心烏龍。坪林茶園的春茶產量是 12 公噸。\n',
);
writeFileSync(
  join(corpus, 'b.txt'),
  '坪林茶園的春茶產量是 15 公噸。坪林茶園今年沒有使用除草劑。\n',
);

interface Result {
  readonly status: string;
  readonly reportPath: string;
  readonly reportUrl: string;
  readonly citations: number;
  readonly divergences: number;
  readonly stages: readonly { stage: string; ms: number; attempts: number }[];
}

it('researches an unseen folder: one JSON line on stdout, progress on stderr, files that quote it', async () => {
  const { code, stdout, stderr } = await research(
    ...['--question', '坪林茶園的春茶產量是多少？', '--corpus', corpus, '--data', data, '--json'],
  );
  expect(code).toBe(0);
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
  expect(Object.keys(result)).toEqual([
    ...['runId', 'version', 'status', 'reportPath', 'reportUrl'],
    ...['citations', 'sources', 'divergences', 'stages'],
  ]);
  expect(result).toMatchObject({ status: 'done', divergences: 1 });
  expect(result.stages.map(({ stage }) => stage)).toEqual([
    ...['plan', 'search', 'write', 'publish', 'notify'],
  ]);
  expect(readFileSync(new URL(result.reportUrl), 'utf8')).toContain('12 公噸');
  expect(readFileSync(result.reportPath.replace(/html$/, 'md'), 'utf8')).toContain('15 公噸');
  expect(stderr).toMatch(/plan +done.*notify +done/s);
}, 60_000);

it('says that there is no evidence, with exit code 3 and no report', async () => {
  const unrelated = ['--question', '量子電腦的退相干時間', '--corpus', corpus];
  const { code, stdout } = await research(...unrelated, '--data', data, '--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'no_evidence', reportPath: null, sources: 0 });
}, 60_000);

it('says the same of an empty folder', async () => {
  const empty = ['--question', '茶', '--corpus', join(folder, 'empty'), '--data', data];
  const { code, stdout } = await research(...empty);
  expect(code).toBe(3);
  expect(stdout).toContain('No evidence');
}, 60_000);

it.each([
  ['no question', []],
  ['a blank question', ['--question', ' ']],
  ['an unknown option', ['--question', 'x', '--colour', 'red']],
  ['a corpus that is not there', ['--question', 'x', '--corpus', '/nonexistent-folder']],
])(
  'refuses %s with exit code 2 and says what is wrong on stderr',
  async (_title, options) => {
    const { code, stdout, stderr } = await research(...options, '--data', data);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
  },
  30_000,
);
