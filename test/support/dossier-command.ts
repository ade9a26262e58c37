import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `dossier ARGS...` as a process of its own. */
export async function dossierCommand(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--import', './tools/register.mjs', 'apps/cli/src/main.ts', ...args],
    { cwd: root, env: { PATH: process.env['PATH'], ...environment } },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}
