import type { FactoryProvider } from '@nestjs/common';
import type { Clock } from '@dossier/contracts';
import { LineClient, type ObservedCall } from '@dossier/line';
import type { Logger } from 'pino';
import { lineCredentialsOf } from './line-credentials.ts';
import type { Settings } from './settings.ts';
import { CLOCK, LOGGER, SETTINGS_TOKEN } from './tokens.ts';

/** Longest wait for one answer of LINE: short enough for the webhook to answer in time. */
const LINE_TIMEOUT_MS = 1_500;

/** The LINE client of services that speak to LINE. */
export const lineClientProvider: FactoryProvider<LineClient> = {
  provide: LineClient,
  inject: [SETTINGS_TOKEN, CLOCK, LOGGER],
  useFactory: (settings: Settings, clock: Clock, logger: Logger) => {
    const credentials = lineCredentialsOf(settings);
    if (credentials === undefined) throw new Error('readSettings lets no LINE service start so');
    return new LineClient({
      credentials,
      baseUrl: settings.LINE_API_URL,
      timeoutMs: LINE_TIMEOUT_MS,
      clock,
      observe: (call) => logCall(logger, call),
    });
  },
};

/** What LINE asks bots to keep of each request, for its support; the log adds the time. */
function logCall(logger: Logger, call: ObservedCall): void {
  const failed = call.status === undefined || call.status >= 400;
  logger[failed ? 'warn' : 'debug'](call, 'LINE called');
}
