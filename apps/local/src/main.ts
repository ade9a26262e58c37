import { parseArgs } from 'node:util';
import { DataFolderInUse, DataFolderUnusable } from '@dossier/embedded';
import {
  loadEnvironment,
  providerOption,
  readSettings,
  SettingsError,
  stopOnSignals,
} from '@dossier/platform';

import { PortTaken } from './free-port.ts';
import { UnreadableSecrets } from './local-secrets.ts';
import { printStageEvent } from './print-stage-event.ts';
import { startLocal, type LocalDossier } from './start-local.ts';

const HELP = `Usage: npm start [-- --port PORT --corpus DIR --data DIR --provider NAME --fake-gemini --help]

Runs all of Dossier on this machine: the six services, the embedded cloud, and a chat page that
stands in for LINE until a channel is set up (docs/line-setup.md). Settings come from the environment
and .env (see .env.example); options win.

--provider local-corpus reads the corpus folder (the default); --provider gemini searches the web with
Google's models, for which it needs GEMINI_API_KEY or Vertex AI. --fake-gemini takes the same way with a
stand-in for the models: it needs no key, and what it answers is made up.
`;

/** Errors whose message says all that a person needs. */
const EXPLAINED = [
  SettingsError,
  PortTaken,
  DataFolderInUse,
  DataFolderUnusable,
  UnreadableSecrets,
];

/** Starts, or prints what to do and returns the exit code: 2 bad usage or settings, 1 anything else. */
async function start(): Promise<LocalDossier | number> {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        corpus: { type: 'string' },
        data: { type: 'string' },
        provider: { type: 'string' },
        'fake-gemini': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(HELP);
      return 0;
    }
    const environment = loadEnvironment();
    const settings = readSettings({
      ...environment,
      PORT: values.port ?? environment['PORT'],
      DOSSIER_CORPUS: values.corpus ?? environment['DOSSIER_CORPUS'],
      DOSSIER_DATA: values.data ?? environment['DOSSIER_DATA'],
      ...providerOption(
        { provider: values.provider, fakeGemini: values['fake-gemini'] },
        environment,
      ),
      LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn',
    });
    process.stderr.write('Starting Dossier: embedded cloud and six services ...\n');
    return await startLocal(settings, printStageEvent, {
      fakeGemini: values['fake-gemini'] === true,
    });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) {
      process.stderr.write(`${error.message}\n\n${HELP}`);
      return 2;
    }
    const known = EXPLAINED.some((kind) => error instanceof kind);
    process.stderr.write(`${known && error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof SettingsError ? 2 : 1;
  }
}

const started = await start();
if (typeof started === 'number') process.exit(started);

const { url, settings, simulator } = started;
process.stdout.write(
  simulator === undefined
    ? `Dossier is ready. LINE's webhook address is ${url}/line/webhook (through your https proxy).\n` +
        'Check the channel from another terminal: npm run dossier -- line doctor --test\n'
    : `Dossier is ready. Open ${url} and ask a question.\n`,
);
process.stdout.write(`Data is kept in ${settings.DOSSIER_DATA}. Press Ctrl-C to stop.\n`);

stopOnSignals(() => started.close(), {
  onStop: () => process.stderr.write('\nStopping: letting work under way end ...\n'),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
