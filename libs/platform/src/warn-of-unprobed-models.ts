import type { INestApplicationContext } from '@nestjs/common';
import type { Timings } from '@dossier/contracts';
import type { Logger } from 'pino';
import { geminiConfigOf } from './gemini-config.ts';
import { ModelProbes } from './model-probes.ts';
import type { Settings } from './settings.ts';
import { LOGGER, SETTINGS_TOKEN, TIMINGS } from './tokens.ts';

/**
 * Warns of models that no probe has passed as they are configured now: traffic would be the first to
 * find out that one does not take our tools. Never throws: a warning must not keep a service from starting.
 */
export async function warnOfUnprobedModels(app: INestApplicationContext): Promise<void> {
  const settings = app.get<Settings>(SETTINGS_TOKEN);
  if (settings.DOSSIER_PROVIDER !== 'gemini') return;
  const logger = app.get<Logger>(LOGGER);
  const config = geminiConfigOf(settings, app.get<Timings>(TIMINGS));
  try {
    const tiers = await app.get(ModelProbes).unprobed(config);
    if (tiers.length === 0) return;
    const models = Object.fromEntries(tiers.map((tier) => [tier, config.models[tier]]));
    logger.warn(
      { models },
      'these models were not probed, or failed: run `npm run dossier -- probe` before traffic comes',
    );
  } catch (error) {
    logger.warn({ err: error }, 'it could not be looked up whether the models were probed');
  }
}
