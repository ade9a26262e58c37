import type { Publication, RunId } from '@dossier/contracts';
import type { ReportAccess, ReportStore } from '@dossier/platform';
import {
  renderDiffPage,
  renderVersionsPage,
  UnreadableChapter,
  type ComparedVersion,
} from '@dossier/report';
import type { PublishedVersion, StageJob } from '@dossier/workspace';
import { objectNamesOf } from './object-names.ts';

const CONTENT_TYPE = 'text/html; charset=utf-8';

/** Each is one more page to make and store, and nobody looks back further by way of differences. */
const MAX_COMPARED = 20;

type PublishJob = Pick<
  StageJob<'publish'>,
  'key' | 'request' | 'version' | 'inputs' | 'published' | 'signal'
>;

/** An older version with what was said of it when it was published. */
export interface EarlierVersion extends PublishedVersion {
  readonly publication: Publication;
}

/** The pages about a run's versions: what each changed, and which there are. */
export class VersionPages {
  constructor(
    private readonly store: ReportStore,
    private readonly job: PublishJob,
    private readonly access: ReportAccess,
  ) {}

  /** The older versions that have a page, oldest first. */
  async earlier(): Promise<readonly EarlierVersion[]> {
    const found = await Promise.all(
      this.job.published.map(async (version) => ({
        ...version,
        publication: await version.artifacts.read('publication'),
      })),
    );
    return found.flatMap(({ publication, ...version }) =>
      publication === undefined ? [] : [{ ...version, publication }],
    );
  }

  /**
   * Stores what this version changed against each of the newest older ones. The pages depend on
   * artifacts only, so another attempt makes the same ones and finds them stored.
   * @returns the versions it was compared with; one whose artifacts are gone or unreadable is left out.
   * @throws Retryable `upload-failed`
   */
  async storeDifferences(earlier: readonly EarlierVersion[]): Promise<readonly number[]> {
    const compared: number[] = [];
    // One after the other: two whole reports are in memory for each.
    for (const older of earlier.slice(-MAX_COMPARED)) {
      if (await this.#storeDifferencesFrom(older)) compared.push(older.version);
    }
    return compared;
  }

  /**
   * Replaces the page that lists all versions, unless a newer version has done so.
   * @throws Retryable `upload-failed`, `upload-contended`
   */
  async storeList(
    earlier: readonly EarlierVersion[],
    comparedWith: readonly number[],
  ): Promise<void> {
    const { key, request, version, inputs } = this.job;
    const { startedAt } = version;
    const own = { version: key.version, title: inputs.report.title, request, startedAt };
    const older = earlier.map(({ publication, ...entry }) => ({
      ...entry,
      title: publication.title,
      comparedWith: publication.comparedWith ?? [],
    }));
    const html = renderVersionsPage(key.runId, [...older, { ...own, comparedWith }]);
    const access = this.#accessWith(...earlier);
    const traits = { contentType: CONTENT_TYPE, access };
    await this.store.replaceIfNewer(objectNamesOf(key).versions, html, traits, key.version);
  }

  async #storeDifferencesFrom(older: EarlierVersion): Promise<boolean> {
    const { key, inputs, signal } = this.job;
    const [report, evidence] = await Promise.all([
      older.artifacts.read('report'),
      older.artifacts.read('evidence'),
    ]);
    if (report === undefined || evidence === undefined) return false;
    const own = { version: key.version, report: inputs.report, evidence: inputs.evidence };
    const html = differences(key.runId, { version: older.version, report, evidence }, own);
    if (html === undefined) return false;
    signal.throwIfAborted();
    const traits = { contentType: CONTENT_TYPE, access: this.#accessWith(older) };
    await this.store.createOnce(objectNamesOf(key).differencesFrom(older.version), html, traits);
    return true;
  }

  /** A page that repeats words of a private report is private, whatever this version is. */
  #accessWith(...others: readonly EarlierVersion[]): ReportAccess {
    const isPrivate = others.some(({ publication }) => publication.access === 'signed');
    return isPrivate ? 'signed' : this.access;
  }
}

/** Undefined when a chapter cannot be read: an old report may have passed under other bounds. */
function differences(
  runId: RunId,
  older: ComparedVersion,
  newer: ComparedVersion,
): string | undefined {
  try {
    return renderDiffPage(runId, older, newer);
  } catch (error) {
    if (error instanceof UnreadableChapter) return undefined;
    throw error;
  }
}
