import type { LineClientOptions } from '@dossier/line';
import {
  lineCredentialsOf,
  loadEnvironment,
  missingForLine,
  readSettings,
  systemClock,
  type Settings,
} from '@dossier/platform';
import { Command } from 'commander';
import { CommandStopped, EXIT } from '../command-exit.ts';

/** A person waits for the answer, and one of the calls carries a picture. */
const TIMEOUT_MS = 15_000;

const EXIT_HELP =
  '\nExit codes: 0 done, 1 failed or refused, 2 bad usage or settings.\n' +
  'Works on the channel that the LINE_ settings name (environment, .env; see docs/line-setup.md).';

/** A command that works on a channel at LINE. */
export function channelCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .allowExcessArguments(false);
}

/** The settings of the person at the terminal. @throws SettingsError */
export function channelSettings(): Settings {
  return readSettings(loadEnvironment());
}

/** How the channel is reached, or undefined when the settings do not let anybody send. */
export function lineOptionsOf(settings: Settings): LineClientOptions | undefined {
  const credentials = lineCredentialsOf(settings);
  if (credentials === undefined) return undefined;
  const baseUrl = settings.LINE_API_URL;
  return { credentials, baseUrl, timeoutMs: TIMEOUT_MS, clock: systemClock };
}

/** How the channel is reached. @throws CommandStopped with what is missing. */
export function requireLineOptions(settings: Settings): LineClientOptions {
  const options = lineOptionsOf(settings);
  if (options !== undefined) return options;
  throw new CommandStopped(EXIT.badUsage, missingForLine(settings).join('\n'));
}
