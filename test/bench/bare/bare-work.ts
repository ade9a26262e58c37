import type { Evaluation, Evidence, Plan, Report, RunId, StageName } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { composeAnswer, LineClient } from '@dossier/line';
import { ReportStore, systemClock } from '@dossier/platform';
import {
  compileMarkdown,
  publishedChapters,
  renderReportPage,
  reportCounts,
  summaryText,
  topSources,
} from '@dossier/report';
import { InstantResearch } from '../research/instant-research.ts';

/** What a bare run has made so far: its one document. */
export interface BareRun {
  readonly question: string;
  readonly to: string;
  readonly plan?: string;
  readonly search?: string;
  readonly write?: string;
}

const research = new InstantResearch(undefined, () => undefined);
const context = { signal: new AbortController().signal, clock: systemClock };
const PAGE = { contentType: 'text/html; charset=utf-8', access: 'public' } as const;
const CARD_URL = 'https://reports.example/';

/** The five stages' work as the services do it, content and side effects alike, in plain functions. */
export class BareWork {
  readonly #store: ReportStore;
  readonly #line: LineClient;

  constructor(store: ReportStore, line: LineClient) {
    this.#store = store;
    this.#line = line;
  }

  /** Does one stage; what it made is kept in the run's document as text. */
  run(stage: StageName, runId: RunId, bare: BareRun): Promise<string> {
    switch (stage) {
      case 'plan':
        return this.#plan(bare);
      case 'search':
        return this.#search(bare);
      case 'write':
        return this.#write(bare);
      case 'publish':
        return this.#publish(runId, bare);
      case 'notify':
        return this.#notify(runId, bare);
    }
  }

  async #plan({ question }: BareRun): Promise<string> {
    const request = {
      kind: 'new',
      question,
      reportLanguage: 'zh-TW',
      searchLanguages: [],
    } as const;
    return JSON.stringify(await research.plan(request, context));
  }

  async #search(bare: BareRun): Promise<string> {
    const plan = planOf(bare);
    const groups = plan.groups.map((group) => research.search(plan, group, context));
    return JSON.stringify(await research.compare(plan, await Promise.all(groups), context));
  }

  async #write(bare: BareRun): Promise<string> {
    const evidence = evidenceOf(bare);
    const report = await research.write(planOf(bare), evidence, context);
    return JSON.stringify({ report, evaluation: evaluateReport(report, evidence, systemClock) });
  }

  async #publish(runId: RunId, bare: BareRun): Promise<string> {
    const { report, evaluation } = reportOf(bare);
    const evidence = evidenceOf(bare);
    evaluateReport(report, evidence, systemClock);
    const key = { runId, version: 1 };
    const plan = planOf(bare);
    const html = renderReportPage({ key, plan, report, evidence, evaluation });
    const markdown = compileMarkdown(report, evidence);
    await this.#store.createOnce(`bare/${runId}/v1/report.md`, markdown, {
      contentType: 'text/markdown',
      access: 'public',
    });
    const sha256 = await this.#store.createOnce(`bare/${runId}/v1/report.html`, html, PAGE);
    await this.#store.replaceIfNewer(`bare/${runId}/latest/report.html`, html, PAGE, 1);
    return sha256;
  }

  async #notify(runId: RunId, bare: BareRun): Promise<string> {
    const { report } = reportOf(bare);
    const publication = {
      url: CARD_URL,
      latestUrl: CARD_URL,
      htmlObject: 'report.html',
      markdownObject: 'report.md',
      htmlSha256: '',
      title: report.title,
      summary: summaryText(report),
      counts: reportCounts(report, evidenceOf(bare)),
      chapters: publishedChapters(report),
      topSources: topSources(report, evidenceOf(bare)),
    };
    const run = { runId, version: 1 };
    const { question } = bare;
    const card = composeAnswer({ kind: 'report', run, question, publication });
    const { status } = await this.#line.push(bare.to, card, crypto.randomUUID());
    return status;
  }
}

// Each text was written by the stage of the same name above.
function planOf({ plan = '' }: BareRun): Plan {
  return JSON.parse(plan) as Plan;
}

function evidenceOf({ search = '' }: BareRun): Evidence {
  return JSON.parse(search) as Evidence;
}

function reportOf({ write = '' }: BareRun): { report: Report; evaluation: Evaluation } {
  return JSON.parse(write) as { report: Report; evaluation: Evaluation };
}
