import {
  NO_USAGE,
  Permanent,
  Retryable,
  retryKeyOf,
  runIdOf,
  TIMING_PROFILES,
  type Artifacts,
  type Clock,
  type FollowUp,
  type Publication,
  type StageState,
} from '@dossier/contracts';
import { LineClient, type MonthlyQuota, type PushReceipt } from '@dossier/line';
import type { StageJob } from '@dossier/workspace';
import { ReportLinks } from '@dossier/platform';
import { pino } from 'pino';
import { AffordableService } from './affordable.service.ts';
import { NotifyStage } from './notify.stage.ts';

const HOUR_MS = 60 * 60 * 1_000;
const timings = TIMING_PROFILES.test;
const key = { runId: runIdOf('01HEVENT'), version: 1 };
const NOW = new Date('2026-12-01T12:00:00.000Z');
const clock: Clock = { now: () => NOW, sleep: () => Promise.resolve() };
const publication: Publication = {
  url: 'https://reports.example/reports/r/v1/report.html',
  latestUrl: 'https://reports.example/reports/r/latest/report.html',
  htmlObject: 'reports/r/v1/report.html',
  markdownObject: 'reports/r/v1/report.md',
  htmlSha256: '0'.repeat(64),
  title: '地熱發電的成本',
  summary: '三份文件的數字不同。',
  counts: { chapters: 3, citations: 9, sources: 4, divergences: 1 },
};

const artifacts: Partial<Artifacts> = { publication };

/** Stands where LINE is: remembers the pushes, and answers all of them alike. */
class LineThat extends LineClient {
  readonly pushes: { to: string; retryKey: string }[] = [];
  readonly texts: string[] = [];
  month: MonthlyQuota | Error = { kind: 'unlimited' };
  members = 1;

  constructor(private readonly answer: () => Promise<PushReceipt>) {
    super({ credentials: { kind: 'static', accessToken: 'unused' }, timeoutMs: 1, clock });
  }

  override quota(): Promise<MonthlyQuota> {
    return this.month instanceof Error ? Promise.reject(this.month) : Promise.resolve(this.month);
  }

  override audienceOf(): Promise<number> {
    return Promise.resolve(this.members);
  }

  override push(to: string, messages: unknown, retryKey: string): Promise<PushReceipt> {
    this.texts.push(JSON.stringify(messages));
    this.pushes.push({ to, retryKey });
    return this.answer();
  }
}

const accepting = () =>
  new LineThat(() =>
    Promise.resolve({ status: 'sent', requestId: 'request-1', messageIds: ['600'] }),
  );
const failing = (error: Error) => new LineThat(() => Promise.reject(error));

/** A job whose first attempt was so long ago; the `attempt` under way counts from 1. */
function aJob({
  msAgo = 0,
  attempt = 1,
  reachable = true,
  failedAt,
  takenUp,
}: {
  msAgo?: number;
  attempt?: number;
  reachable?: boolean;
  /** When the version failed; absent for one with a report. */
  failedAt?: string;
  /** The version was taken up again: at an earlier stage, or at this one after it had failed. */
  takenUp?: 'earlier' | 'notify';
} = {}): StageJob<'notify'> {
  const notify: StageState = {
    status: 'running',
    attempts: attempt,
    step: 0,
    startedAt: new Date(NOW.getTime() - msAgo).toISOString(),
    ...(takenUp === 'notify' && {
      lastError: { kind: 'Bug', reason: 'attempts-exhausted', at: NOW.toISOString() },
    }),
  };
  const job: Partial<StageJob<'notify'>> = {
    key,
    requester: { conversationId: 'user:U1', to: 'U1' },
    reachable,
    version: {
      request: {
        kind: 'new',
        question: '地熱發電的成本是多少？',
        reportLanguage: 'zh-TW',
        searchLanguages: ['zh-TW'],
      },
      status: failedAt === undefined ? 'running' : 'failed',
      ...(failedAt !== undefined && { endedAt: failedAt }),
      ...(takenUp !== undefined && { resumptions: 1 }),
      startedAt: NOW.toISOString(),
      usage: NO_USAGE,
      stages: { notify },
    },
    artifacts: { read: (name) => Promise.resolve(artifacts[name]) },
    clock,
  };
  return job as StageJob<'notify'>;
}

const logger = pino({ level: 'silent' });
const links = new ReportLinks({ secret: 's'.repeat(32), days: 7, clock });
const notifyJob = (line: LineClient, job: StageJob<'notify'>) =>
  new NotifyStage(line, new AffordableService(line, logger), links, timings, logger).run(job);
const notify = (line: LineClient, job: Parameters<typeof aJob>[0] = {}) =>
  notifyJob(line, aJob(job));

describe('NotifyStage', () => {
  it('pushes once, with the key that every attempt at this version makes again', async () => {
    const line = accepting();
    const { notice } = await notify(line);
    const retryKey = retryKeyOf(key, 'report');
    expect(line.pushes).toEqual([{ to: 'U1', retryKey }]);
    expect(notice).toEqual({
      kind: 'report',
      retryKey,
      status: 'sent',
      reason: null,
      lineRequestId: 'request-1',
      messageIds: ['600'],
      recipients: 1,
      deliveredAt: NOW.toISOString(),
    });
  });

  it('signs the link to a private report, to the byte alike in every attempt', async () => {
    const line = accepting();
    const signed: Publication = { ...publication, access: 'signed' };
    for (const attempt of [1, 2]) {
      const later = { ...clock, now: () => new Date(NOW.getTime() + attempt * 1_000) };
      const artifactsOf = { read: () => Promise.resolve(signed) };
      const job = { ...aJob({ attempt }), clock: later, artifacts: artifactsOf };
      await notifyJob(line, job as unknown as StageJob<'notify'>);
    }
    const exp = NOW.getTime() / 1_000 + 7 * 24 * 60 * 60;
    expect(line.texts[0]).toMatch(new RegExp(`report\\.html\\?exp=${exp}&sig=[\\w-]{43}"`));
    expect(line.texts[1]).toBe(line.texts[0]);
  });

  it('leaves the link to a public report as it is', async () => {
    const line = accepting();
    await notify(line);
    expect(line.texts[0]).toContain(`"${publication.url}"`);
  });

  it('tells each end of a version that is taken up again, under a key of its own', async () => {
    const line = accepting();
    const ends = ['2026-12-01T11:00:00.000Z', '2026-12-01T11:30:00.000Z'];
    for (const endedAt of [...ends, ...ends]) await notify(line, { failedAt: endedAt });
    const keys = line.pushes.map(({ retryKey }) => retryKey);
    expect(keys.slice(2)).toEqual(keys.slice(0, 2));
    expect(new Set(keys).size).toBe(2);
  });

  it('still pushes an hour before LINE forgets the key of the first attempt', async () => {
    const line = accepting();
    const { notice } = await notify(line, {
      msAgo: timings.global.lineRetryKeyMs - HOUR_MS,
    });
    expect(line.pushes).toHaveLength(1);
    expect(notice.status).toBe('sent');
  });

  it('pushes nothing later than that: a second card would be worse than none', async () => {
    const line = accepting();
    const { notice } = await notify(line, {
      msAgo: timings.global.lineRetryKeyMs - HOUR_MS + 1,
    });
    expect(line.pushes).toEqual([]);
    expect(notice).toMatchObject({
      status: 'undeliverable',
      reason: 'retry-key-expired',
      lineRequestId: null,
    });
  });

  it('records what LINE refuses for good: the report is published all the same', async () => {
    const { notice } = await notify(failing(new Permanent('line-refused')));
    expect(notice).toMatchObject({
      status: 'undeliverable',
      reason: 'line-refused',
      lineRequestId: null,
    });
  });

  it.each([
    ['an answer that never came', new Retryable('line-timeout')],
    ['a bug', new TypeError('a bug')],
  ])('leaves %s to another attempt', async (_what, error) => {
    await expect(notify(failing(error))).rejects.toBe(error);
  });

  describe('before the first push', () => {
    it('reads the quota: with none left nothing is pushed, and the card waits for the person', async () => {
      const line = accepting();
      line.month = { kind: 'limited', limit: 200, used: 200 };
      const { notice } = await notify(line);
      expect(line.pushes).toEqual([]);
      expect(notice).toMatchObject({ status: 'undeliverable', reason: 'line-quota-exhausted' });
    });

    it('counts the members of a group: each of them costs one message', async () => {
      const line = accepting();
      line.month = { kind: 'limited', limit: 200, used: 191 };
      line.members = 10;
      const { notice } = await notify(line);
      expect(notice).toMatchObject({ status: 'undeliverable', reason: 'line-quota-exhausted' });
      line.members = 9;
      await expect(notify(line)).resolves.toMatchObject({
        notice: { status: 'sent', recipients: 9 },
      });
    });

    it('pushes when the quota cannot be read: LINE has the last word', async () => {
      const line = accepting();
      line.month = new Retryable('line-timeout');
      await expect(notify(line)).resolves.toMatchObject({ notice: { status: 'sent' } });
    });

    it('pushes nothing to somebody who blocked the bot', async () => {
      const line = accepting();
      const { notice } = await notify(line, { reachable: false });
      expect(line.pushes).toEqual([]);
      expect(notice).toMatchObject({ status: 'undeliverable', reason: 'unreachable' });
    });
  });

  it('pushes nothing to somebody who blocked the bot after they had a version taken up again', async () => {
    const line = accepting();
    const { notice } = await notify(line, { reachable: false, takenUp: 'earlier' });
    expect(line.pushes).toEqual([]);
    expect(notice).toMatchObject({ status: 'undeliverable', reason: 'unreachable' });
  });

  it.each([
    ['at a later attempt', { attempt: 2 }],
    ['when a notice that failed is taken up again', { takenUp: 'notify' }],
  ] as const)(
    'asks LINE itself %s: the first may be what used the quota up',
    async (_when, job) => {
      const line = accepting();
      line.month = { kind: 'limited', limit: 200, used: 200 };
      await expect(notify(line, job)).resolves.toMatchObject({ notice: { status: 'sent' } });
    },
  );
});

describe('a follow-up on a chapter that is not there', () => {
  /** A second version that ended so; its base has this page, or none that can be read. */
  function anEnd(page: Publication | undefined): StageJob<'notify'> {
    const job = aJob();
    const request: FollowUp = {
      kind: 'deepen',
      chapter: 9,
      baseVersion: 1,
      question: '地熱發電的成本是多少？',
      reportLanguage: 'zh-TW',
      searchLanguages: ['ja'],
    };
    const failure = { stage: 'plan', reason: 'no-such-chapter' } as const;
    const artifacts = (given: Partial<Artifacts>): StageJob<'notify'>['artifacts'] => ({
      read: (name) => Promise.resolve(given[name]),
    });
    return {
      ...job,
      key: { ...key, version: 2 },
      version: { ...job.version, request, status: 'no_evidence', failure },
      artifacts: artifacts({}),
      published: [
        {
          ...{ version: 1, request, startedAt: NOW.toISOString() },
          artifacts: artifacts(page === undefined ? {} : { publication: page }),
        },
      ],
    };
  }

  it('is told with the chapters that there are', async () => {
    const line = accepting();
    const chapters = [
      { number: 1, heading: '摘要', deepenable: false },
      { number: 2, heading: '費率', deepenable: true },
    ];
    await notifyJob(line, anEnd({ ...publication, chapters }));
    expect(line.texts[0]).toContain('深入 2. 費率');
    expect(line.texts[0]).not.toContain('深入 1. 摘要');
  });

  it('is told all the same when they cannot be read', async () => {
    const line = accepting();
    await notifyJob(line, anEnd(undefined));
    expect(line.texts[0]).toContain('沒有這一章');
  });
});
