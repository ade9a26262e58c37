import { LocalModule } from '@dossier/local';
import { createLogger, createServiceApp, readSettings } from '@dossier/platform';
import { withPaidResearch } from './with-paid-research.ts';

/** All six services in this process, with research on the paid provider at `providerUrl`. */
export async function startPaidServices(
  environment: Readonly<Record<string, string>>,
  providerUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const settings = readSettings(environment);
  const logger = createLogger(settings.LOG_LEVEL, 'paid-services');
  const module = LocalModule.forRoot({
    settings,
    logger,
    observe: () => undefined,
    simulator: undefined,
  });
  const app = await createServiceApp(withPaidResearch(module, providerUrl), logger);
  await app.listen(settings.PORT, settings.HOST);
  return { url: await app.getUrl(), close: () => app.close() };
}
