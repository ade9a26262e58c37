import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { Module, type Type } from '@nestjs/common';
import {
  commandFor,
  runIdOf,
  SERVICE_NAMES,
  TIMING_PROFILES,
  type RunId,
  type ServiceName,
} from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import { PlannerModule } from '@dossier/planner';
import { createLogger, createServiceApp, PlatformModule } from '@dossier/platform';
import { PublisherModule } from '@dossier/publisher';
import { SearcherModule } from '@dossier/searcher';
import { decideBurial, openRun } from '@dossier/workspace';
import { WriterModule } from '@dossier/writer';
import { dossierCommand, type Ended } from '../support/dossier-command.ts';
import { eventually } from '../support/eventually.ts';
import { startLocalCloud, type LocalCloud } from './local-cloud.kit.ts';

const root = resolve(import.meta.dirname, '../..');
const QUESTION = '地熱發電的成本與風險是什麼？';
const timings = TIMING_PROFILES.test;
/** A process takes three seconds to start on a quiet machine, and half a minute on a crowded one. */
jest.setTimeout(180_000);

interface Opened {
  readonly runId: RunId;
  readonly userId: string;
}

const runs = (environment: Record<string, string>, ...args: string[]): Promise<Ended> =>
  dossierCommand(environment, 'runs', ...args);

describe('runs beside running services', () => {
  let cloud: LocalCloud;
  const closers: (() => Promise<void>)[] = [];
  let given: Opened;
  let failed: Opened;
  const here = (...args: string[]): Promise<Ended> =>
    runs(
      {
        PUBSUB_EMULATOR_HOST: cloud.environment.PUBSUB_EMULATOR_HOST,
        FIRESTORE_EMULATOR_HOST: cloud.environment.FIRESTORE_EMULATOR_HOST,
        GOOGLE_CLOUD_PROJECT: cloud.environment.GOOGLE_CLOUD_PROJECT,
        DOSSIER_TIMINGS: 'test',
      },
      ...args,
    );

  async function start(
    services: readonly ServiceName[],
    modules: readonly Type[],
  ): Promise<string> {
    const settings = cloud.settings();
    const logger = createLogger('silent', 'runs');

    @Module({ imports: [PlatformModule.forRoot({ settings, services, logger }), ...modules] })
    class Services {}

    const app = await createServiceApp(Services, logger);
    await app.listen(0, '127.0.0.1');
    closers.push(() => app.close());
    return app.getUrl();
  }

  /** A run as the webhook opens it. */
  async function open(number: number, question: string): Promise<Opened> {
    const runId = runIdOf(`runs-command-${number}`);
    const userId = `U${String(number).padStart(32, '0')}`;
    const requester = { conversationId: `user:${userId}`, to: userId };
    const request = {
      kind: 'new',
      question,
      reportLanguage: 'zh-TW',
      searchLanguages: ['zh-TW'],
    } as const;
    await cloud.store.change(runId, () =>
      openRun({ runId, requester, request }, new Date(), timings),
    );
    return { runId, userId };
  }

  /** Nobody plans yet, so runs stay where a test wants them. */
  beforeAll(async () => {
    cloud = await startLocalCloud();
    await start(['ingress'], [IngressModule]);
    given = await open(1, QUESTION);
    failed = await open(2, '溫泉\u001b[31m水位會下降嗎？');
    await cloud.store.change(failed.runId, (workspace) =>
      decideBurial(
        workspace,
        commandFor({ runId: failed.runId, version: 1 }, 'plan'),
        'delivery-attempts-exhausted',
        new Date(),
        timings,
      ),
    );
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await cloud.close();
  });

  it('lists them as a table, and has an exit code for what is not there', async () => {
    const [list, unknown] = await Promise.all([
      here('list', '--since', '1h', '--status', 'failed', 'running'),
      here('show', runIdOf('nobody')),
    ]);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    const lines = list.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${failed.runId} +1 +failed +plan failed .*溫泉`));
    expect(lines[2]).toMatch(new RegExp(`^${given.runId} +1 +running .*${QUESTION}$`));
    expect(list.stdout).not.toContain('\u001b');
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
  });

  it('gives one up and takes another up again, on an operator’s word', async () => {
    const [cancelled, retried] = await Promise.all([
      here('cancel', given.runId, '--why', 'asked twice', '--by', 'mei'),
      here('retry', failed.runId, '--by', 'mei'),
    ]);
    expect(cancelled).toMatchObject({ code: 0, stderr: '' });
    expect(retried).toMatchObject({
      ...{ code: 0, stdout: `Run ${failed.runId} goes on at plan.\n`, stderr: '' },
    });
  });

  it('lets the services find what it did: one card for the run that goes on, one word for the other', async () => {
    await start(
      SERVICE_NAMES.filter((name) => name !== 'ingress'),
      [PlannerModule, SearcherModule, WriterModule, PublisherModule, NotifierModule],
    );
    await Promise.all([cloud.endOf(failed.runId, 120_000), cloud.endOf(given.runId, 120_000)]);
    const [done, cancelled] = await Promise.all([
      here('show', failed.runId, '--json'),
      here('show', given.runId),
    ]);
    const run = JSON.parse(done.stdout) as Record<string, unknown>;
    expect(run).toMatchObject({
      runId: failed.runId,
      wakeAt: null,
      outbox: [],
      versions: [
        {
          status: expect.stringMatching(/^(?:done|no_evidence)$/) as string,
          resumptions: 1,
          stages: expect.arrayContaining([
            expect.objectContaining({ stage: 'plan', status: 'done', attempts: 1 }),
          ]) as unknown,
        },
      ],
    });
    expect(run['audit']).toContainEqual(
      expect.objectContaining({
        event: 'plan.resumed',
        details: { by: 'mei', cause: 'operator', resumptions: 1 },
      }),
    );
    expect(cancelled.stdout).toMatch(/Version 1: cancelled/);
    expect(cancelled.stdout).toMatch(/told +cancelled, sent/);
    expect(cancelled.stdout).toMatch(/run\.cancelled by=mei cause=asked twice/);
    expect(cloud.line.pushesOf(given.userId)).toHaveLength(1);
    expect(cloud.line.pushesOf(failed.userId)).toHaveLength(1);
  });
});

describe('runs on a data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-runs-'));
  const data = join(folder, 'data');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('works beside a running Dossier, and alone once that was killed', async () => {
    const local = spawn(
      process.execPath,
      [
        ...['--import', './tools/register.mjs', 'apps/local/src/main.ts'],
        ...['--data', data, '--port', '0'],
      ],
      { cwd: root, env: { PATH: process.env['PATH'] }, stdio: 'ignore' },
    );
    const file = join(data, 'cloud.json');
    const pid = await eventually(
      'the addresses in the data folder',
      () => statSync(file, { throwIfNoEntry: false }) && pidIn(file),
      { withinMs: 120_000 },
    );
    expect(pid).toBe(local.pid);
    const beside = await runs({}, 'list', '--json', '--data', data);
    const killed = once(local, 'close');
    local.kill('SIGKILL');
    await killed;
    const alone = await runs({ DOSSIER_DATA: data }, 'list', '--json');
    expect(beside).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(alone).toMatchObject({ code: 0, stdout: '[]\n' });
  });
});

function pidIn(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
}
