import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The process's environment over the variables of a `.env` file, if there is one in `folder`. */
export function loadEnvironment(folder = process.cwd()): Record<string, string | undefined> {
  const file = `${folder}/.env`;
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}
