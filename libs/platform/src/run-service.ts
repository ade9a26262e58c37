import { Module, type Type } from '@nestjs/common';
import type { ServiceName } from '@dossier/contracts';
import { createServiceApp } from './create-service-app.ts';
import { loadEnvironment } from './load-environment.ts';
import { createLogger } from './logger.ts';
import { PlatformModule } from './platform.module.ts';
import { readSettings, SETTINGS, SettingsError } from './settings.ts';
import { ASKING } from './setting-combinations.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { warnOfUnprobedModels } from './warn-of-unprobed-models.ts';

/**
 * Runs one service as a process of its own: settings from the environment, health on PORT, stops on
 * SIGINT and SIGTERM after its commands in work have ended. Exits 2 on bad settings, 1 if it cannot start.
 */
export async function runService(name: ServiceName, serviceModule: Type): Promise<void> {
  try {
    const settings = readSettings({ ...defaultsOf(name), ...loadEnvironment() }, [name]);
    const logger = createLogger(settings.LOG_LEVEL, name);

    @Module({
      imports: [PlatformModule.forRoot({ settings, services: [name], logger }), serviceModule],
    })
    class ServiceModule {}

    const app = await createServiceApp(ServiceModule, logger);
    stopOnSignals(() => app.close(), {
      onError: (error) => logger.error({ err: error }, `${name} did not stop cleanly`),
    });
    await app.listen(settings.PORT, settings.HOST);
    logger.info({ url: await app.getUrl() }, `${name} ready`);
    if (ASKING.includes(name)) await warnOfUnprobedModels(app);
  } catch (error) {
    console.error(explain(error));
    process.exit(error instanceof SettingsError ? 2 : 1);
  }
}

/**
 * Several workers may run on one machine, and nobody looks for their health page by number. Reports
 * are read where the ingress is.
 */
function defaultsOf(name: ServiceName): Record<string, string> {
  if (name === 'ingress') return {};
  return { PORT: '0', DOSSIER_PUBLIC_URL: `http://localhost:${SETTINGS.PORT.default}` };
}

function explain(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Stop what uses the port, or choose another: PORT=...`;
  }
  return error;
}
