import {
  Permanent,
  Retryable,
  retryKeyOf,
  runIdOf,
  TIMING_PROFILES,
  type Artifacts,
  type Clock,
  type Publication,
  type StageState,
} from '@dossier/contracts';
import { LineClient, type PushReceipt } from '@dossier/line';
import type { StageJob } from '@dossier/workspace';
import { pino } from 'pino';
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

  constructor(private readonly answer: () => Promise<PushReceipt>) {
    super({ credentials: { kind: 'static', accessToken: 'unused' }, timeoutMs: 1, clock });
  }

  override push(to: string, _messages: unknown, retryKey: string): Promise<PushReceipt> {
    this.pushes.push({ to, retryKey });
    return this.answer();
  }
}

const accepting = () =>
  new LineThat(() => Promise.resolve({ status: 'sent', requestId: 'request-1', messageIds: [] }));
const failing = (error: Error) => new LineThat(() => Promise.reject(error));

/** A job whose first attempt was so long ago. */
function jobBegun(msAgo: number): StageJob<'notify'> {
  const notify: StageState = {
    status: 'running',
    attempts: 2,
    step: 0,
    startedAt: new Date(NOW.getTime() - msAgo).toISOString(),
  };
  const job: Partial<StageJob<'notify'>> = {
    key,
    requester: { conversationId: 'user:U1', to: 'U1' },
    version: {
      request: {
        kind: 'new',
        question: '地熱發電的成本是多少？',
        reportLanguage: 'zh-TW',
        searchLanguages: ['zh-TW'],
      },
      status: 'running',
      startedAt: NOW.toISOString(),
      usage: { searches: 0, modelCalls: 0 },
      stages: { notify },
    },
    artifacts: { read: (name) => Promise.resolve(artifacts[name]) },
    clock,
  };
  return job as StageJob<'notify'>;
}

const notify = (line: LineClient, msAgo = 0) =>
  new NotifyStage(line, timings, pino({ level: 'silent' })).run(jobBegun(msAgo));

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
      deliveredAt: NOW.toISOString(),
    });
  });

  it('still pushes an hour before LINE forgets the key of the first attempt', async () => {
    const line = accepting();
    const { notice } = await notify(line, timings.global.lineRetryKeyMs - HOUR_MS);
    expect(line.pushes).toHaveLength(1);
    expect(notice.status).toBe('sent');
  });

  it('pushes nothing later than that: a second card would be worse than none', async () => {
    const line = accepting();
    const { notice } = await notify(line, timings.global.lineRetryKeyMs - HOUR_MS + 1);
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
});
