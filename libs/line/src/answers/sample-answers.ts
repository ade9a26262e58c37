import {
  runIdOf,
  STAGE_NAMES,
  type Publication,
  type RunKey,
  type VersionStatus,
} from '@dossier/contracts';
import type { ChapterChoice, HistoryRow, VersionRow } from './answer.ts';
import type { AnswerKind, AnswerOf } from './alternatives.ts';

/** The texts and numbers that sample answers are filled with. */
export interface SampleWords {
  readonly question: string;
  readonly title: string;
  readonly summary: string;
  readonly heading: string;
  readonly site: string;
  readonly url: string;
  /** How many chapters, themes, runs and versions there are. */
  readonly many: number;
}

/** Every kind of answer, in all its shapes. */
export type SampleAnswers = { readonly [K in AnswerKind]: readonly AnswerOf<K>[] };

const STATUSES = [
  'running',
  'done',
  'no_evidence',
  'failed',
  'cancelled',
] as const satisfies readonly VersionStatus[];
const run: RunKey = { runId: runIdOf('sample'), version: 2 };
const pending = runIdOf('sample-question');
const startedAt = new Date('2026-12-01T00:20:00.000Z');
const stage = 'write';

/** Answers of every kind with these words in them: for looking at cards, and for checking them. */
export function sampleAnswers(words: SampleWords): SampleAnswers {
  return { ...plainSamples(words), ...runSamples(words), ...reportSamples(words) };
}

function plainSamples({ question, many }: SampleWords) {
  const prefix = '/研究';
  return {
    welcome: [true, false].map((group) => ({ kind: 'welcome', group, prefix })),
    help: [true, false].map((group) => ({ kind: 'help', group, prefix })),
    greeting: [{ kind: 'greeting' }],
    thanks: [{ kind: 'thanks' }],
    'ask-question': [{ kind: 'ask-question' }],
    'new-topic': [{ kind: 'new-topic' }],
    'only-text': [{ kind: 'only-text' }],
    'no-run': [{ kind: 'no-run' }],
    'not-owner': [{ kind: 'not-owner' }],
    'button-invalid': [{ kind: 'button-invalid' }],
    'not-allowed': [{ kind: 'not-allowed' }],
    'limit-reached': [
      { kind: 'limit-reached', who: 'user', limit: many, resetsInMs: 9_000_000 },
      { kind: 'limit-reached', who: 'group', limit: many, resetsInMs: 60_000 },
    ],
    busy: [true, false].flatMap((mayCancel) =>
      [true, false].map((mayQueue) => ({
        kind: 'busy',
        running: question,
        asked: question,
        stage,
        pending,
        mayCancel,
        mayQueue,
      })),
    ),
    queued: [{ kind: 'queued', question, place: many }],
    'queue-full': [{ kind: 'queue-full', limit: many }],
    'not-queued': [{ kind: 'not-queued', question }],
    unclear: [true, false].map((hasReport) => ({
      kind: 'unclear',
      text: question,
      pending,
      hasReport,
    })),
    'too-long': [{ kind: 'too-long', length: 5_001, limit: 5_000 }],
  } as const satisfies Partial<SampleAnswers>;
}

function runSamples({ question, heading, many }: SampleWords) {
  const about = { run, question };
  const reasons = {
    'no-evidence': 'no-evidence',
    failure: heading,
    cancelled: 'operator',
  } as const;
  const groups = Array.from({ length: many }, () => heading);
  const status = { kind: 'status', ...about, groups, elapsedMs: 200_000, queued: many } as const;
  const chapters = chaptersOf(heading, many);
  return {
    accepted: [{ kind: 'accepted', ...about }],
    status: [
      ...STAGE_NAMES.map(
        (at) => ({ ...status, status: 'running', stage: at, needsHuman: false }) as const,
      ),
      { ...status, status: 'running', stage: 'plan', needsHuman: true },
      { ...status, status: 'running', stage: 'search', needsHuman: true, waitsFor: 'over-budget' },
      {
        ...{ ...status, status: 'running', stage: 'search', needsHuman: false },
        progress: { done: many, total: many, sources: many },
      },
      ...STATUSES.map(
        (each) => ({ ...status, status: each, stage, needsHuman: false, reason: heading }) as const,
      ),
    ],
    cancelled: [
      { kind: 'cancelled', question },
      { kind: 'cancelled', question, next: question },
    ],
    'not-cancellable': STATUSES.map((each) => ({
      kind: 'not-cancellable',
      question,
      status: each,
    })),
    retrying: [{ kind: 'retrying', ...about, stage }],
    'not-retryable': STATUSES.map((each) => ({ kind: 'not-retryable', question, status: each })),
    ended: [
      ...(['no-evidence', 'failure', 'cancelled'] as const).map(
        (notice) => ({ kind: 'ended', notice, ...about, stage, reason: reasons[notice] }) as const,
      ),
      ...(['no-such-chapter', 'unclear-wish', 'not-researchable', 'base-unreadable'] as const).map(
        (reason) => ({ kind: 'ended', notice: 'no-evidence', ...about, stage, reason }) as const,
      ),
      {
        ...{ kind: 'ended', notice: 'no-evidence', ...about, stage },
        ...{ reason: 'no-such-chapter', chapters },
      },
    ],
    'no-plan-waiting': [{ kind: 'no-plan-waiting', question }],
    selected: [{ kind: 'selected', ...about }],
    'follow-up-accepted': [
      {
        kind: 'follow-up-accepted',
        ...about,
        heading,
        wish: { kind: 'deepen', chapter: 2, languages: ['ja', 'en'] },
      },
      { kind: 'follow-up-accepted', ...about, wish: { kind: 'add-sources', languages: ['ja'] } },
      { kind: 'follow-up-accepted', ...about, wish: { kind: 'rewrite', instruction: heading } },
      { kind: 'follow-up-accepted', ...about, wish: { kind: 'republish' } },
      { kind: 'follow-up-accepted', ...about, wish: { kind: 'in-words', instruction: heading } },
    ],
    'choose-chapter': [
      { kind: 'choose-chapter', ...about, chapters },
      { kind: 'choose-chapter', ...about, chapters, missing: 99 },
      { kind: 'choose-chapter', ...about, chapters, missing: 99, wish: 'rewrite' },
      { kind: 'choose-chapter', ...about, chapters, missing: 99, wish: 'add-sources' },
      { kind: 'choose-chapter', ...about, chapters: [] },
    ],
    'choose-language': [
      { kind: 'choose-language', ...about },
      { kind: 'choose-language', ...about, chapter: 2 },
    ],
    'still-running': [{ kind: 'still-running', ...about, stage }],
    'base-unreadable': [{ kind: 'base-unreadable', ...about }],
    'no-report': [{ kind: 'no-report', ...about }],
  } as const satisfies Partial<SampleAnswers>;
}

function reportSamples(words: SampleWords) {
  const { question, many } = words;
  const { chapters, topSources, ...older } = publicationOf(words);
  const publication = { ...older, chapters, topSources };
  const runs: readonly HistoryRow[] = Array.from({ length: many }, (_, i) => {
    const status = STATUSES[i % STATUSES.length] ?? 'done';
    const published = status === 'done' && { publication };
    return { run, question, status, startedAt, current: i === 0, ...published };
  });
  const versions: readonly VersionRow[] = Array.from({ length: many }, (_, i) => ({
    version: many - i,
    status: 'done',
    startedAt,
    kind: i === many - 1 ? 'new' : 'deepen',
    publication,
  }));
  return {
    report: [
      { kind: 'report', run, question, publication },
      { kind: 'report', run, question, publication: older },
    ],
    history: [
      { kind: 'history', runs },
      { kind: 'history', runs: [] },
    ],
    versions: [
      { kind: 'versions', runId: run.runId, question, versions },
      { kind: 'versions', runId: run.runId, question, versions: [] },
    ],
  } as const satisfies Partial<SampleAnswers>;
}

function publicationOf({ title, summary, heading, site, url, many }: SampleWords) {
  return {
    url,
    latestUrl: url,
    htmlObject: 'reports/sample/v2/report.html',
    markdownObject: 'reports/sample/v2/report.md',
    htmlSha256: '0'.repeat(64),
    title,
    summary,
    counts: { chapters: many, citations: 4 * many, sources: 2 * many, divergences: 1 },
    chapters: chaptersOf(heading, many).map((chapter) => ({ ...chapter, deepenable: true })),
    topSources: Array.from({ length: 3 }, () => ({ title, site })),
  } satisfies Publication;
}

function chaptersOf(heading: string, many: number): readonly ChapterChoice[] {
  return Array.from({ length: many }, (_, i) => ({ number: i + 1, heading }));
}
