import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { STAGE_NAMES } from '@dossier/contracts';
import type { BenchResult, CountedStage, PerStage } from './result.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-spec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the benchmark as `npm run bench -- ...` does. */
async function bench(...options: string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--import', './tools/register.mjs', 'test/bench/main.ts', ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

function perStage(of: (stage: CountedStage) => number): PerStage {
  const stages: CountedStage[] = ['open', ...STAGE_NAMES];
  return Object.fromEntries(stages.map((stage) => [stage, of(stage)])) as PerStage;
}

describe('the benchmark', () => {
  it('counts two transactions and one publish per stage, and nothing that belongs to no stage', async () => {
    const file = join(folder, 'counts.json');
    const ended = await bench('--only', 'counts', '--json', file);
    expect(ended).toMatchObject({ code: 0 });
    const result = JSON.parse(readFileSync(file, 'utf8')) as BenchResult;
    expect(result).toMatchObject({ quick: false, missing: [], machine: { node: process.version } });
    expect(result.perStage).toMatchObject({
      // Opening a run takes no lease, and the last stage asks for nothing (docs/benchmark.md).
      transactions: perStage((stage) => (stage === 'open' ? 1 : 2)),
      publishes: perStage((stage) => (stage === 'notify' ? 0 : 1)),
      // One write per search, so that a crash pays for no search twice; one notes what the answer speaks of.
      checkpointWrites: { ...perStage(() => 0), open: 1, search: 4 },
      // Claim: workspace and audit. Commit: the same and the artifacts. Open: the conversation, the
      // event and its message too.
      documentWrites: { open: 5, plan: 5, search: 5, write: 6, publish: 5, notify: 5 },
      besides: { heartbeats: 0, sweeps: 0, otherCommits: 0, otherPublishes: 0 },
    });
    expect(ended.stdout).toMatch(/^search +2 +5 +4 +1 /m);
  }, 150_000);

  it('says how it is used, and what it cannot do with exit code 2', async () => {
    const help = await bench('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('--quick');
    const wrong = [['--only', 'speed'], ['--json', join(folder, 'none', 'x.json')], ['now']];
    for (const options of wrong) {
      const ended = await bench(...options);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(options.at(-1));
    }
  }, 60_000);
});
