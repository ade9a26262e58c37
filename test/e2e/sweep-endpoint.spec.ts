import { once } from 'node:events';
import { createServer } from 'node:http';
import { PubSub } from '@google-cloud/pubsub';
import { Module } from '@nestjs/common';
import { runIdOf, TIMING_PROFILES, type RunId } from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { createLogger, createServiceApp, PlatformModule } from '@dossier/platform';
import { openRun } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import { startLocalCloud, type LocalCloud } from './local-cloud.kit.ts';

const AUDIENCE = 'https://bot.example/internal';
const SCHEDULER = 'scheduler@e2e.iam.gserviceaccount.com';
const STRANGER = 'stranger@e2e.iam.gserviceaccount.com';
/** Its sweep timer runs once at the start and then not for five minutes. */
const PROFILE = 'cloud';
const timings = TIMING_PROFILES[PROFILE];

interface Ingress {
  /** Of its sweep. */
  readonly url: string;
  close(): Promise<void>;
}

let cloud: LocalCloud;
let pubsub: PubSub;
let ingress: Ingress;
const started: Ingress[] = [];
beforeAll(async () => {
  cloud = await startLocalCloud();
  pubsub = new PubSub({ projectId: 'e2e', apiEndpoint: cloud.pubsub.address });
  const beforeTheStart = await anOverdueRun();
  ingress = await startIngress({
    DOSSIER_OIDC_AUDIENCE: AUDIENCE,
    DOSSIER_OIDC_CALLERS: `someone@e2e.iam.gserviceaccount.com,${SCHEDULER}`,
    DOSSIER_OIDC_KEYS_URL: keysOf(cloud.pubsub.httpPort),
  });
  await eventually('the sweep at the start', async () => (await repeatsOf(beforeTheStart)) === 1);
});
afterAll(async () => {
  for (const each of started) await each.close();
  await pubsub.close();
  await cloud.close();
});

function keysOf(port: number): string {
  return `http://127.0.0.1:${port}/oauth2/v3/certs`;
}

async function startIngress(change: Record<string, string>): Promise<Ingress> {
  const settings = cloud.settings({ DOSSIER_TIMINGS: PROFILE, ...change });
  const logger = createLogger('silent', 'ingress');

  @Module({
    imports: [PlatformModule.forRoot({ settings, services: ['ingress'], logger }), IngressModule],
  })
  class IngressAlone {}

  const app = await createServiceApp(IngressAlone, logger);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const service = { url: `${url}/internal/sweep`, close: () => app.close() };
  started.push(service);
  return service;
}

/** A token as the embedded Pub/Sub signs it for a push: the same claims as Cloud Scheduler's. */
async function tokenFor(serviceAccountEmail: string, audience: string): Promise<string> {
  let authorization: string | undefined;
  const receiver = createServer((request, response) => {
    authorization = request.headers.authorization;
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const address = receiver.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    const [topic] = await pubsub.createTopic(`tokens-${address.port}`);
    await topic.createSubscription(`tokens-${address.port}`, {
      pushConfig: {
        pushEndpoint: `http://127.0.0.1:${address.port}/`,
        oidcToken: { serviceAccountEmail, audience },
      },
    });
    await topic.publishMessage({ data: Buffer.from('x') });
    return await eventually('a push with a token', () => authorization);
  } finally {
    receiver.close();
  }
}

function sweep(url: string, authorization?: string): Promise<Response> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return fetch(url, { method: 'POST', headers });
}

let runs = 0;
/** A run whose first command got lost long ago. */
async function anOverdueRun(): Promise<RunId> {
  runs += 1;
  const runId = runIdOf(`sweep-endpoint-${runs}`);
  const request = {
    kind: 'new',
    question: '地熱發電的成本',
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
  } as const;
  const requester = { conversationId: `user:U${runs}`, to: `U${runs}` };
  const longAgo = new Date(Date.now() - 60 * 60_000);
  await cloud.store.change(runId, () => openRun({ runId, requester, request }, longAgo, timings));
  return runId;
}

async function repeatsOf(runId: RunId): Promise<number | undefined> {
  return (await cloud.store.read(runId))?.outbox['1.plan.0']?.repeats;
}

describe('POST /internal/sweep', () => {
  it('sweeps for a caller on the list, and answers with the counts', async () => {
    const runId = await anOverdueRun();
    const authorization = await tokenFor(SCHEDULER, AUDIENCE);
    const response = await sweep(ingress.url, authorization);
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toEqual({
      ...{ due: 1, republished: 1, closed: 0, failures: 0, more: false },
    });
    await expect(repeatsOf(runId)).resolves.toBe(1);
    const again = await sweep(ingress.url, authorization);
    await expect(again.json()).resolves.toMatchObject({ due: 0, republished: 0 });
  });

  it('counts what cannot be swept, and sweeps the others', async () => {
    await cloud.firestore
      .doc('workspaces/00000000-0000-4000-8000-000000000000')
      .set({ wakeAt: '2020-01-01T00:00:00.000Z' });
    await anOverdueRun();
    const response = await sweep(ingress.url, await tokenFor(SCHEDULER, AUDIENCE));
    await expect(response.json()).resolves.toMatchObject({ due: 2, republished: 1, failures: 1 });
    await cloud.firestore.doc('workspaces/00000000-0000-4000-8000-000000000000').delete();
  });

  it.each([
    ['nobody', 401, 'unauthenticated', () => Promise.resolve(undefined)],
    ['a token for another audience', 401, 'unauthenticated', () => tokenFor(SCHEDULER, 'other')],
    ['garbage', 401, 'unauthenticated', () => Promise.resolve('Bearer garbage')],
    ['somebody who is not on the list', 403, 'forbidden', () => tokenFor(STRANGER, AUDIENCE)],
  ])('refuses %s with %i and sweeps nothing', async (_title, status, error, authorization) => {
    const runId = await anOverdueRun();
    const response = await sweep(ingress.url, await authorization());
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    await expect(response.json()).resolves.toEqual({
      statusCode: status,
      error,
      message: expect.any(String) as string,
    });
    await expect(repeatsOf(runId)).resolves.toBe(0);
  });

  it('asks to be called again while the keys are out of reach', async () => {
    const { url } = await startIngress({
      DOSSIER_OIDC_AUDIENCE: AUDIENCE,
      DOSSIER_OIDC_CALLERS: SCHEDULER,
      DOSSIER_OIDC_KEYS_URL: keysOf(1),
    });
    const response = await sweep(url, await tokenFor(SCHEDULER, AUDIENCE));
    expect(response.status).toBe(503);
    await expect(response.json()).resolves.toMatchObject({ error: 'keys-unreachable' });
  });

  it('is not there when the settings name no caller, whoever asks', async () => {
    const { url } = await startIngress({});
    const response = await sweep(url, await tokenFor(SCHEDULER, AUDIENCE));
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toMatchObject({ error: 'not-configured' });
  });

  it('takes no other method', async () => {
    const authorization = await tokenFor(SCHEDULER, AUDIENCE);
    const response = await fetch(ingress.url, { headers: { authorization } });
    expect(response.status).toBe(404);
  });
});
