import { Inject, Injectable } from '@nestjs/common';
import { Permanent, type OutputsOf } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { StageHandler } from '@dossier/messaging';
import {
  accessOfNewReports,
  ownAddress,
  ReportStore,
  SETTINGS_TOKEN,
  type ReportAccess,
  type Settings,
} from '@dossier/platform';
import {
  compileMarkdown,
  publishedChapters,
  renderReportPage,
  reportCounts,
  summaryText,
  topSources,
} from '@dossier/report';
import type { Stage, StageJob } from '@dossier/workspace';
import { objectNamesOf } from './object-names.ts';
import { VersionPages } from './version-pages.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * PUBLISH: turns the report into a page and stores it.
 *
 * Judges the report again on its own: no page is made of an empty or ungrounded report, whatever the
 * stages before say. The page depends on nothing but the artifacts and what was asked for, so an
 * attempt after a crash makes the same bytes and finds them stored.
 */
@Injectable()
@StageHandler('publish')
export class PublishStage implements Stage<'publish'> {
  constructor(
    private readonly store: ReportStore,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async run(job: StageJob<'publish'>): Promise<OutputsOf<'publish'>> {
    const { key, inputs, clock, signal } = job;
    const { report, evidence, evaluation } = inputs;
    const verdicts = [evaluation.verdict, evaluateReport(report, evidence, clock).verdict];
    if (verdicts.includes('fail')) throw new Permanent('gates-refused');

    const names = objectNamesOf(key);
    const url = this.#addressOf(names.html);
    const latestUrl = this.#addressOf(names.latest);
    const access = await this.#accessFor(job);
    const pages = new VersionPages(this.store, job, access);
    const earlier = await pages.earlier();
    signal.throwIfAborted();
    // What a page links to is stored before it.
    const comparedWith = await pages.storeDifferences(earlier);
    const place = { earlier: earlier.map(({ version }) => version), comparedWith };
    const html = renderReportPage({ key, ...inputs, place });
    signal.throwIfAborted();
    const page = { contentType: HTML, access };
    await this.store.createOnce(names.markdown, compileMarkdown(report, evidence), {
      contentType: MARKDOWN,
      access,
    });
    const htmlSha256 = await this.store.createOnce(names.html, html, page);
    await this.store.replaceIfNewer(names.latest, html, page, key.version);
    await pages.storeList(earlier, comparedWith);
    return {
      publication: {
        url,
        latestUrl,
        ...(access === 'signed' && { access }),
        htmlObject: names.html,
        markdownObject: names.markdown,
        htmlSha256,
        title: report.title,
        summary: summaryText(report),
        counts: reportCounts(report, evidence),
        chapters: publishedChapters(report),
        topSources: topSources(report, evidence),
        comparedWith,
      },
    };
  }

  /** A version repeats what its base says, so one that goes on from a private report is private too. */
  async #accessFor({ key, request }: StageJob<'publish'>): Promise<ReportAccess> {
    const access = accessOfNewReports(this.settings);
    if (access === 'signed' || request.kind === 'new') return access;
    const { html } = objectNamesOf({ runId: key.runId, version: request.baseVersion });
    return (await this.store.accessOf(html)) ?? access;
  }

  #addressOf(object: string): string {
    return `${this.settings.DOSSIER_PUBLIC_URL ?? ownAddress(this.settings)}/${object}`;
  }
}
