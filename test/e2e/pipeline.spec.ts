import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { status } from '@grpc/grpc-js';
import { refused, WireStatus } from '../faults/proxy/fault.ts';
import { commitFactsOf } from '../faults/proxy/wire-messages.ts';
import { duplicateEveryMessage } from './duplicate-every-message.kit.ts';
import {
  startLocalCloud,
  type Asked,
  type FinalState,
  type LocalCloud,
} from './local-cloud.kit.ts';
import { ServiceProcesses } from './service-processes.kit.ts';
import { startServicesInOneProcess } from './services-in-one-process.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';

/** A run of the question with nothing in its way: what every other run must end like. */
async function undisturbed(): Promise<FinalState> {
  const cloud = await startLocalCloud();
  const services = await startServicesInOneProcess(cloud.settings());
  try {
    const asked = await cloud.ask(services.url, QUESTION);
    await cloud.endOf(asked.runId);
    return await cloud.finalStateOf(asked);
  } finally {
    await services.close();
    await cloud.close();
  }
}

let expected: FinalState;
beforeAll(async () => {
  expected = await undisturbed();
});

it('an undisturbed run ends done, with one page per version, one push, nothing left over', () => {
  expect(expected).toMatchObject({
    status: 'done',
    stages: { notify: 'done', plan: 'done', publish: 'done', search: 'done', write: 'done' },
    outbox: [],
    leases: 0,
    wakeAt: undefined,
  });
  expect(expected.pushes).toHaveLength(1);
  expect(Object.keys(expected.objects).toSorted()).toEqual([
    'reports/RUN/latest/report.html',
    'reports/RUN/latest/versions.html',
    'reports/RUN/v1/report.html',
    'reports/RUN/v1/report.md',
  ]);
});

describe('in one process', () => {
  let cloud: LocalCloud;
  let services: Awaited<ReturnType<typeof startServicesInOneProcess>>;
  beforeAll(async () => {
    cloud = await startLocalCloud();
    services = await startServicesInOneProcess(cloud.settings());
  });
  afterAll(async () => {
    await services.close();
    await cloud.close();
  });

  it('every message delivered twice changes nothing', async () => {
    const doubled = await duplicateEveryMessage(
      cloud.pubsub.address,
      cloud.environment.GOOGLE_CLOUD_PROJECT,
    );
    const asked = await cloud.ask(services.url, QUESTION);
    await cloud.endOf(asked.runId);
    expect(doubled.copies()).toBeGreaterThanOrEqual(5);
    await expect(cloud.finalStateOf(asked)).resolves.toEqual(expected);
    await doubled.close();
  });

  it('a webhook delivered again opens no second run and sends no second card', async () => {
    const asked = await cloud.ask(services.url, QUESTION);
    await cloud.endOf(asked.runId);
    const event = {
      type: 'message',
      mode: 'active',
      timestamp: Date.now(),
      source: { type: 'user', userId: asked.userId },
      webhookEventId: asked.webhookEventId,
      replyToken: 'used-before',
      message: { type: 'text', id: '1', text: QUESTION },
    };
    await expect(cloud.line.redeliver([event])).resolves.toMatchObject({ status: 200 });
    expect(cloud.line.pushesOf(asked.userId)).toHaveLength(1);
    const runs = await cloud.firestore
      .collection('workspaces')
      .where('requester.to', '==', asked.userId)
      .get();
    expect(runs.size).toBe(1);
  });

  it('twenty questions at once all end, each with one card', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => cloud.ask(services.url, QUESTION)),
    );
    for (const asked of all) {
      await cloud.endOf(asked.runId, 90_000);
      expect(cloud.line.pushesOf(asked.userId)).toHaveLength(1);
    }
  }, 180_000);
});

describe('in six processes', () => {
  /** The artifact whose commit ends the stage that a service works on. */
  const LAST_ARTIFACT: Readonly<Partial<Record<ServiceName, string>>> = {
    planner: '1.plan',
    searcher: '1.evidence',
    writer: '1.report',
    publisher: '1.publication',
    notifier: '1.notice',
  };

  let cloud: LocalCloud;
  let processes: ServiceProcesses | undefined;
  /** Kills the service at the commit of its stage: before it is applied, or after. */
  let ambush: { service: ServiceName; moment: 'before' | 'after' } | undefined;
  let kills = 0;

  const strikes = (moment: 'before' | 'after', documents: readonly string[]): boolean => {
    if (ambush?.moment !== moment) return false;
    const artifact = LAST_ARTIFACT[ambush.service] ?? 'none';
    if (!documents.some((name) => name.endsWith(`/artifacts/${artifact}`))) return false;
    processes?.kill(ambush.service);
    ambush = undefined;
    kills += 1;
    return true;
  };

  beforeAll(async () => {
    cloud = await startLocalCloud({
      unary: (call) => {
        const documents = commitFactsOf(call)?.documents ?? [];
        if (strikes('before', documents)) return refused(status.ABORTED);
        return async (forward) => {
          const answer = await forward();
          if (strikes('after', documents)) throw new WireStatus(status.UNAVAILABLE, 'answer lost');
          return answer;
        };
      },
    });
    processes = await ServiceProcesses.start(cloud.environment);
  }, 120_000);
  afterAll(async () => {
    const codes = await processes?.stop();
    await cloud.close();
    expect(codes).toEqual(SERVICE_NAMES.map(() => 0));
  }, 60_000);

  async function run(): Promise<Asked> {
    const asked = await cloud.ask(processes?.ingressUrl ?? '', QUESTION);
    await cloud.endOf(asked.runId, 90_000);
    return asked;
  }

  it('works exactly like one', async () => {
    await expect(cloud.finalStateOf(await run())).resolves.toEqual(expected);
  }, 120_000);

  it.each(Object.keys(LAST_ARTIFACT) as ServiceName[])(
    'kill -9 of the %s with its work done but not committed changes nothing',
    async (service) => {
      ambush = { service, moment: 'before' };
      const before = kills;
      const asked = await run();
      expect(kills).toBe(before + 1);
      await expect(cloud.finalStateOf(asked)).resolves.toEqual(expected);
    },
    120_000,
  );

  it.each(Object.keys(LAST_ARTIFACT) as ServiceName[])(
    'kill -9 of the %s after its commit, before it could publish, changes nothing',
    async (service) => {
      ambush = { service, moment: 'after' };
      const before = kills;
      const asked = await run();
      expect(kills).toBe(before + 1);
      await expect(cloud.finalStateOf(asked)).resolves.toEqual(expected);
    },
    120_000,
  );
});
