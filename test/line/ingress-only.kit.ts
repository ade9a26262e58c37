import { Module } from '@nestjs/common';
import { IngressModule } from '@dossier/ingress';
import { createLogger, createServiceApp, PlatformModule, type Settings } from '@dossier/platform';

/** The ingress in this process and no worker: what an event begins stays as it was begun. */
export async function startIngress(
  settings: Settings,
): Promise<{ webhookUrl: string; close(): Promise<void> }> {
  const logger = createLogger(settings.LOG_LEVEL, 'ingress');

  @Module({
    imports: [PlatformModule.forRoot({ settings, services: ['ingress'], logger }), IngressModule],
  })
  class IngressOnly {}

  const app = await createServiceApp(IngressOnly, logger);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { webhookUrl: `${url}/line/webhook`, close: () => app.close() };
}
