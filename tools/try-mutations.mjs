// Breaks the product in a copy of the repository, in one way at a time, and looks whether the simulation notices.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MUTATIONS } from '../test/faults/mutations/mutation-table.ts';

const root = join(import.meta.dirname, '..');
const COPIED = [
  'apps',
  'libs',
  'test',
  'tools',
  'package.json',
  'tsconfig.base.json',
  'jest.preset.mjs',
  '.swcrc',
];
const LEFT_OUT = ['node_modules', 'dist', '.nx', '.dossier'];

/**
 * Tries every mutation whose name holds `only`, with `runs` random schedules from `seed`.
 * @returns exit code: 1 when one was not noticed, could not be made, or the unbroken copy fails.
 */
export async function tryMutations({ runs, seed, only }) {
  const chosen = MUTATIONS.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) {
    console.error(`no mutation is called "${only}"`);
    return 2;
  }
  const copy = copyRepository();
  try {
    const sound = await simulate(copy, runs, seed);
    if (sound.failed) {
      console.error(`The simulation fails without a mutation:\n${sound.output}`);
      return 1;
    }
    let missed = 0;
    for (const mutation of chosen) {
      const verdict = await tryOne(copy, mutation, runs, seed);
      if (!verdict.noticed) missed += 1;
      console.log(
        `${verdict.noticed ? 'noticed' : 'MISSED '}  ${mutation.name}\n         ${verdict.how}`,
      );
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} mutations noticed (seed ${seed})`);
    return missed === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function tryOne(copy, { file, find, replace }, runs, seed) {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  const places = sound.split(find).length - 1;
  if (places !== 1) return { noticed: false, how: `its text stands ${places} times in ${file}` };
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  const began = Date.now();
  const { failed, output, verdict } = await simulate(copy, runs, seed);
  writeFileSync(path, sound);
  const seconds = Math.round((Date.now() - began) / 1_000);
  const noticed = failed && verdict !== undefined;
  const crash = failed && !noticed ? `: it crashed instead (${firstError(output)})` : '';
  return { noticed, how: `${seconds} s${noticed ? `: ${verdict}` : crash}` };
}

/**
 * The first broken promise that the simulation names, under its situation, as main.ts prints them. A
 * mutant that does not even start fails too, and proves nothing about what the simulation sees.
 */
function verdictIn(standardOutput) {
  const [, situation, problem] = /^(.+)\n- (.+)$/m.exec(standardOutput) ?? [];
  return problem === undefined ? undefined : `${problem} (${situation})`;
}

function firstError(output) {
  return /^\s*(\w*Error\b.*)$/m.exec(output)?.[1] ?? output.split('\n')[0];
}

function simulate(copy, runs, seed) {
  const environment = { FAULT_RUNS: String(runs), FAULT_SEED: String(seed), FAULT_SHRINK: '0' };
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', './tools/register.mjs', 'test/faults/simulation/main.ts'],
      { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
    );
    let said = '';
    let output = '';
    child.stdout.on('data', (data) => {
      said += data;
      output += data;
    });
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ failed: code !== 0, output, verdict: verdictIn(said) }));
  });
}

/** A copy of the sources beside the same packages; its own packages are those of the copy. */
function copyRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'dossier-mutations-'));
  for (const name of COPIED) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(basename(path)),
    });
  }
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@dossier'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name !== '@dossier' && name !== '.cache') {
      symlinkSync(join(packages, name), join(copy, 'node_modules', name));
    }
  }
  for (const group of ['apps', 'libs']) {
    for (const name of readdirSync(join(copy, group))) {
      symlinkSync(join('../..', group, name), join(copy, 'node_modules/@dossier', name));
    }
  }
  return copy;
}
