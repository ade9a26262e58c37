// npm test: runs every project's tests through Nx, then the tests that cross projects, and closes with one line of counts.
import { spawn } from 'node:child_process';

const COUNTS = /Tests:\s+(?=\d)((?:\d+ \w+, )*)\d+ total/;
const counted = { passed: 0, failed: 0, skipped: 0 };

/** Runs one command, shows its output, adds up jest's closing lines. Resolves with its exit code. */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('nx', [...args, '--output-style=stream'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NX_TUI: 'false' },
    });
    let line = '';
    child.stdout.on('data', (data) => {
      process.stdout.write(data);
      const lines = (line + data).split('\n');
      line = lines.pop();
      lines.forEach(count);
    });
    child.stderr.on('data', (data) => {
      process.stderr.write(data);
      String(data).split('\n').forEach(count);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      count(line);
      resolve(code ?? 1);
    });
  });
}

function count(line) {
  const found = COUNTS.exec(line);
  if (found === null) return;
  for (const [, number, word] of found[1].matchAll(/(\d+) (\w+), /g)) {
    if (word in counted) counted[word] += Number(number);
  }
}

const codes = [
  await run(['run-many', '-t', 'test', '--exclude', '@dossier/test']),
  await run(['run', '@dossier/test:test']),
];
const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
console.log(`\n${counted.passed} passed, ${counted.failed} failed${skipped}`);
if (codes.some((code) => code !== 0) || counted.passed === 0) process.exit(1);
