import type { FactoryProvider } from '@nestjs/common';
import { LineClient } from '@dossier/line';
import type { Settings } from './settings.ts';
import { SETTINGS_TOKEN } from './tokens.ts';

/** Longest wait for one answer of LINE: short enough for the webhook to answer in time. */
const LINE_TIMEOUT_MS = 1_500;

/** The LINE client of services that speak to LINE. */
export const lineClientProvider: FactoryProvider<LineClient> = {
  provide: LineClient,
  inject: [SETTINGS_TOKEN],
  useFactory: (settings: Settings) => {
    const accessToken = settings.LINE_CHANNEL_ACCESS_TOKEN;
    if (accessToken === undefined) throw new Error('readSettings lets no LINE service start so');
    return new LineClient({
      accessToken,
      baseUrl: settings.LINE_API_URL,
      timeoutMs: LINE_TIMEOUT_MS,
    });
  },
};
