import { Inject, Injectable } from '@nestjs/common';
import {
  Permanent,
  retryKeyOf,
  type Notice,
  type OutputsOf,
  type Publication,
  type Timings,
  type VersionState,
} from '@dossier/contracts';
import { composeAnswer, LineClient, type ChapterChoice, type LineMessage } from '@dossier/line';
import { StageHandler } from '@dossier/messaging';
import { LOGGER, ReportLinks, TIMINGS } from '@dossier/platform';
import type { Logger } from 'pino';
import type { Stage, StageJob } from '@dossier/workspace';
import { AffordableService } from './affordable.service.ts';
import { composeNotice } from './compose-notice.ts';

/** Margin before LINE forgets a key: the clocks of two companies. */
const HOUR_MS = 60 * 60 * 1_000;

type Delivered = Pick<Notice, 'status' | 'reason' | 'lineRequestId' | 'messageIds' | 'recipients'>;

/**
 * NOTIFY: tells the person how the version ended, with one push.
 *
 * The push carries a retry key made from the run, the version and the kind, so LINE accepts it once
 * however often this stage is repeated. What cannot be pushed (no quota left, blocked, refused for
 * good) is recorded, not retried: the person gets it with the answer to their next event, for free.
 */
@Injectable()
@StageHandler('notify')
export class NotifyStage implements Stage<'notify'> {
  constructor(
    @Inject(LineClient) private readonly line: LineClient,
    private readonly affordable: AffordableService,
    private readonly links: ReportLinks,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: StageJob<'notify'>): Promise<OutputsOf<'notify'>> {
    const publication = await this.#publicationOf(job);
    const chapters = await realChapters(job);
    const { kind, answer } = composeNotice(job.version, job.key, publication, chapters);
    const retryKey = retryKeyOf(job.key, endOf(job.version, kind));
    const sent = await this.#deliver(job, composeAnswer(answer), retryKey);
    return { notice: { kind, retryKey, ...sent, deliveredAt: job.clock.now().toISOString() } };
  }

  /** Its links live from the first attempt on: LINE wants a repeated push to be the same to the byte. */
  async #publicationOf(job: StageJob<'notify'>): Promise<Publication | undefined> {
    const publication = await job.artifacts.read('publication');
    const { startedAt } = job.version.stages.notify ?? {};
    const from = startedAt === undefined ? job.clock.now() : new Date(startedAt);
    return publication && this.links.opened(job.key.runId, publication, from);
  }

  async #deliver(
    job: StageJob<'notify'>,
    messages: readonly LineMessage[],
    retryKey: string,
  ): Promise<Delivered> {
    const { to } = job.requester;
    if (this.#isKeyForgotten(job)) return undeliverable('retry-key-expired');
    if (!isFirstPush(job)) return this.#push(to, messages, retryKey);
    // Only before the first push: a later one may find the quota used up by the first, and accepted.
    if (!job.reachable) return undeliverable('unreachable');
    const { affordable, recipients } = await this.affordable.of(to);
    if (!affordable) return undeliverable('line-quota-exhausted');
    const pushed = await this.#push(to, messages, retryKey);
    return recipients === undefined ? pushed : { ...pushed, recipients };
  }

  /**
   * LINE forgets a retry key after a day. If an earlier attempt is older than that, nobody can tell any
   * more whether it was accepted, and a second card is worse than none.
   */
  #isKeyForgotten({ version, clock }: StageJob<'notify'>): boolean {
    const firstAttempt = Date.parse(version.stages.notify?.startedAt ?? '');
    const { lineRetryKeyMs } = this.timings.global;
    return clock.now().getTime() - firstAttempt > lineRetryKeyMs - HOUR_MS;
  }

  async #push(to: string, messages: readonly LineMessage[], retryKey: string): Promise<Delivered> {
    try {
      const { status, requestId, messageIds } = await this.line.push(to, [...messages], retryKey);
      return { status, reason: null, lineRequestId: requestId, messageIds };
    } catch (error) {
      if (!(error instanceof Permanent)) throw error;
      this.logger.warn({ err: error }, 'LINE refused the notice for good');
      return undeliverable(error.reason);
    }
  }
}

/**
 * Names the end that a push tells of. A version that was taken up again and ended once more is told of
 * once more: under the key of the first end LINE would take the push for a repeated one.
 */
function endOf({ endedAt }: VersionState, kind: Notice['kind']): string {
  return kind === 'report' || endedAt === undefined ? kind : `${kind}/${endedAt}`;
}

/**
 * Whether no push of this end can have been made before. A notice that failed keeps its error when it is
 * taken up again and its attempts count anew; one of another end begins without.
 */
function isFirstPush({ version }: StageJob<'notify'>): boolean {
  const { attempts, lastError } = version.stages.notify ?? {};
  return attempts === 1 && lastError === undefined;
}

/** What can be gone into instead of a chapter that is not there; a list that is gone keeps nobody waiting. */
async function realChapters({
  version,
  published,
}: StageJob<'notify'>): Promise<readonly ChapterChoice[] | undefined> {
  const { request, failure } = version;
  if (failure?.reason !== 'no-such-chapter' || request.kind === 'new') return undefined;
  const base = published.find((each) => each.version === request.baseVersion);
  const publication = await base?.artifacts.read('publication');
  return publication?.chapters
    ?.filter(({ deepenable }) => deepenable)
    .map(({ number, heading }) => ({ number, heading }));
}

function undeliverable(reason: string): Delivered {
  return { status: 'undeliverable', reason, lineRequestId: null, messageIds: [] };
}
