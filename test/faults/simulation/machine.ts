import { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import { Storage } from '@google-cloud/storage';
import { DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { TimingProfile } from '@dossier/contracts';
import { LocalModule } from '@dossier/local';
import {
  CLOCK,
  IDS,
  PLANNER,
  readSettings,
  ReportStore,
  SEARCHER,
  WRITER,
} from '@dossier/platform';
import type { StageEvent } from '@dossier/workspace';
import { pino, type Logger } from 'pino';
import type { PubSubServer } from './pubsub-server.ts';
import { SimulatedBucket, type StoredObjects } from './simulated-bucket.ts';
import { SimulatedFirestore } from './simulated-firestore.ts';
import type { SimulatedLine } from './simulated-line.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { SimulatedProvider, type PaidCalls } from './simulated-provider.ts';
import { SimulatedPubSub } from './simulated-pubsub.ts';
import type { StoredDocuments } from './stored-documents.ts';
import type { World } from './world.ts';

/** Everything outside of the product's processes, which outlives them. */
export interface Surroundings {
  readonly world: World;
  readonly profile: TimingProfile;
  readonly documents: StoredDocuments;
  readonly objects: StoredObjects;
  readonly pubsub: PubSubServer;
  readonly line: SimulatedLine;
  readonly paid: PaidCalls;
}

/** A started process: all six services, with their real wiring. */
export interface Machine {
  readonly process: SimulatedProcess;
  /** Hands over a webhook body, as LINE's HTTP request does. */
  webhook(body: Uint8Array): Promise<{ events: number; failed: number }>;
  /** Begins to work. Never settles when the process dies meanwhile. */
  start(): Promise<void>;
}

/**
 * Builds one process from the product's own modules; only the clients, the clock and the provider are
 * simulated. Nothing is asked of the world before `start`.
 */
export async function buildMachine(
  process: SimulatedProcess,
  around: Surroundings,
  observe: (event: StageEvent) => void,
): Promise<Machine> {
  const settings = readSettings({
    DOSSIER_TIMINGS: around.profile,
    DOSSIER_PUBLIC_URL: 'https://reports.example',
    LINE_CHANNEL_SECRET: 'simulated-channel-secret',
    LINE_CHANNEL_ACCESS_TOKEN: 'simulated-access-token',
    LINE_API_URL: around.line.addressFor(process),
  });
  const provider = new SimulatedProvider(process, around.world, around.paid);
  const logger = warningsTo((line) => around.world.note(`${process.name} warns: ${line}`));
  const module = await Test.createTestingModule({
    imports: [LocalModule.forRoot({ settings, logger, observe, simulator: undefined })],
  })
    .setLogger({ log: () => undefined, warn: () => undefined, error: () => undefined })
    .overrideProvider(CLOCK)
    .useValue(process.clock)
    .overrideProvider(IDS)
    .useValue(process.ids)
    .overrideProvider(Firestore)
    .useValue(new SimulatedFirestore(process, around.documents, around.world))
    .overrideProvider(ReportStore)
    .useValue(reportStoreOn(new SimulatedBucket(process, around.objects)))
    .overrideProvider(PLANNER)
    .useValue(provider)
    .overrideProvider(SEARCHER)
    .useValue(provider)
    .overrideProvider(WRITER)
    .useValue(provider)
    .compile();
  const discovery = module.get(DiscoveryService, { strict: false });
  leadPubSubClients(discovery, new SimulatedPubSub(process, around.pubsub));
  const webhooks = webhookServiceOf(discovery);
  return {
    process,
    webhook: (body) => webhooks.accept(body),
    start: async () => void (await module.init()),
  };
}

/** The product's report store; it makes its own client, so the bucket is put in while it does. */
function reportStoreOn(bucket: SimulatedBucket): ReportStore {
  const real = Object.getOwnPropertyDescriptor(Storage.prototype, 'bucket');
  if (real === undefined) throw new Error('the storage client has no method bucket any more');
  Object.defineProperty(Storage.prototype, 'bucket', { ...real, value: () => bucket });
  try {
    return new ReportStore({ projectId: 'simulation', bucket: 'reports', endpoint: undefined });
  } finally {
    Object.defineProperty(Storage.prototype, 'bucket', real);
  }
}

/** Services make clients of their own, to keep their channels apart; each of them is led to the same place. */
function leadPubSubClients(discovery: DiscoveryService, pubsub: SimulatedPubSub): void {
  for (const { instance } of discovery.getProviders()) {
    if (!(instance instanceof PubSub)) continue;
    Object.assign(instance, {
      topic: pubsub.topic.bind(pubsub),
      subscription: pubsub.subscription.bind(pubsub),
    });
  }
}

/** The product's warnings as lines of the trace, without instants and places of this machine. */
function warningsTo(note: (line: string) => void): Logger {
  const write = (entry: string): void => {
    const { msg, reason, err } = JSON.parse(entry) as Readonly<Record<string, string | undefined>>;
    note([msg, reason, err].filter((part) => part !== undefined).join(': '));
  };
  const err = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  return pino({ level: 'warn', base: null, timestamp: false, serializers: { err } }, { write });
}

interface WebhookService {
  accept(body: Uint8Array): Promise<{ events: number; failed: number }>;
}

/** Ingress exports its module alone; its way in is found the way stage handlers are. */
function webhookServiceOf(discovery: DiscoveryService): WebhookService {
  const found = discovery.getProviders().find(({ name }) => name === 'WebhookService');
  const instance: unknown = found?.instance;
  if (!isWebhookService(instance)) throw new Error('ingress has no WebhookService any more');
  return instance;
}

function isWebhookService(instance: unknown): instance is WebhookService {
  return typeof instance === 'object' && instance !== null && 'accept' in instance;
}
