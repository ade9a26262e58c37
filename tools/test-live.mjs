// npm run test:live: a small check against the real models, when the settings name them; costs a few cents.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

if (existsSync('.env')) loadEnvFile('.env');
const { GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI } = process.env;
if (!GEMINI_API_KEY?.trim() && GOOGLE_GENAI_USE_VERTEXAI !== 'true') {
  console.log(
    'Skipped: there is no GEMINI_API_KEY, and GOOGLE_GENAI_USE_VERTEXAI is not true. Set one of them\n' +
      '(environment or .env, see .env.example) to check the real models; that costs a few cents.',
  );
  process.exit(0);
}
const child = spawn(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    ...['node_modules/jest/bin/jest.js', '-c', 'test/jest.config.mjs'],
    ...['--testMatch', '<rootDir>/live/*.live.ts', '--testTimeout', '600000', '--runInBand'],
  ],
  { stdio: 'inherit' },
);
child.on('close', (code) => process.exit(code ?? 1));
