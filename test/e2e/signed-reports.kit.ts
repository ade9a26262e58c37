import { Module } from '@nestjs/common';
import { Storage } from '@google-cloud/storage';
import type { Clock, RunId } from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import {
  CLOCK,
  createLogger,
  createServiceApp,
  PlatformModule,
  systemClock,
  type Settings,
} from '@dossier/platform';
import type { LocalCloud } from './local-cloud.kit.ts';

export const DAY = 24 * 60 * 60 * 1_000;
export const LINK_SECRET = 'e2e-link-secret-0123456789abcdef';
export const STRICT = { DOSSIER_GROUNDING_POLICY: 'strict', DOSSIER_LINK_SECRET: LINK_SECRET };

/** The machine's clock, ahead by as much as a test says. */
export class ShiftedClock implements Clock {
  aheadMs = 0;

  now(): Date {
    return new Date(systemClock.now().getTime() + this.aheadMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }
}

/** The ingress alone, with time in the test's hand. */
export async function startIngress(settings: Settings, clock: Clock) {
  const logger = createLogger('silent', 'ingress');
  const platform = PlatformModule.forRoot({ settings, services: ['ingress'], logger });
  const others = (platform.providers ?? []).filter(
    (provider) => !('provide' in provider && provider.provide === CLOCK),
  );
  const onTime = { ...platform, providers: [...others, { provide: CLOCK, useValue: clock }] };

  @Module({ imports: [onTime, IngressModule] })
  class IngressAlone {}

  const app = await createServiceApp(IngressAlone, logger);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { url, close: () => app.close() };
}

/** The signed link to a page in what was sent, led to the ingress under test. */
export function linkIn(messages: unknown, ingressUrl: string): URL {
  const [found] = JSON.stringify(messages).match(/https:\/\/reports\.example\/[^"\\\s]*/) ?? [];
  if (found === undefined) throw new Error('no link in what was sent');
  return new URL(found.replace('https://reports.example', ingressUrl));
}

/** The same signature on another page. */
export function elsewhere(link: URL, path: string): URL {
  const other = new URL(path, link);
  other.search = link.search;
  return other;
}

/** What is stored of a run's pages: object name below the run's folder, and how it may be read. */
export async function storedPages({ environment }: LocalCloud, runId: RunId) {
  const storage = new Storage({
    projectId: environment.GOOGLE_CLOUD_PROJECT,
    apiEndpoint: environment.STORAGE_EMULATOR_HOST,
    useAuthWithCustomEndpoint: false,
  });
  const prefix = `reports/${runId}/`;
  const [files] = await storage.bucket(environment.DOSSIER_REPORT_BUCKET).getFiles({ prefix });
  return files.map(({ name, metadata }) => ({
    name: name.slice(prefix.length),
    access: metadata.metadata?.['access'],
    cacheControl: metadata.cacheControl,
  }));
}
