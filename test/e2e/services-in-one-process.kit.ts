import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LocalModule } from '@dossier/local';
import { createLogger, createServiceApp, type Settings } from '@dossier/platform';

/** All six services in this process, against the cloud that the settings name. */
export async function startServicesInOneProcess(
  settings: Settings,
): Promise<{ url: string; app: NestFastifyApplication; close(): Promise<void> }> {
  const logger = createLogger(settings.LOG_LEVEL, 'one-process');
  const module = LocalModule.forRoot({
    settings,
    logger,
    observe: () => undefined,
    simulator: undefined,
  });
  const app = await createServiceApp(module, logger);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { url, app, close: () => app.close() };
}
