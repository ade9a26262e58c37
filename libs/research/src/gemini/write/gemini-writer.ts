import { Permanent, type Chapter, type Evidence, type Plan, type Report } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { followUpOf } from '../../follow-up.ts';
import type { ResearchContext, Writer } from '../../ports.ts';
import { GEMINI_PROVIDER, type GeminiParts } from '../gemini-parts.ts';
import { paidContext } from '../paid-step.ts';
import { allSettled } from './all-settled.ts';
import { closingOf, draftClosing, ownClosing, type Closing } from './closing.ts';
import { divergencesBody } from './divergence-lines.ts';
import { followUpChapters } from './follow-up-chapters.ts';
import { limitsBody } from './limits-body.ts';
import { newThemes, quotedThemes, type Pen, type Themes } from './new-chapters.ts';
import { outlineOf } from './outline.ts';

/**
 * Writes with a model, chapter by chapter, and keeps of its words what the gates let pass
 * (docs/decisions/0025). Whatever the model says, the report rests on the evidence.
 */
export class GeminiWriter implements Writer {
  readonly #parts: Pick<GeminiParts, 'gateway'>;

  constructor(parts: Pick<GeminiParts, 'gateway'>) {
    this.#parts = parts;
  }

  /**
   * @throws Permanent `no-evidence`, of a follow-up `no-such-chapter` and `nothing-new`; and what the
   * gateway throws, except where one answer is refused or unusable: then code writes in its place.
   */
  async write(plan: Plan, evidence: Evidence, context: ResearchContext): Promise<Report> {
    if (evidence.sources.every(({ extracts }) => extracts.length === 0)) {
      throw new Permanent('no-evidence');
    }
    const work = followUpOf(context, plan);
    const pen = this.#pen(context);
    if (work === undefined) return newReport(plan, evidence, pen);
    const { report } = work.base;
    const chapters = await followUpChapters(plan, evidence, { work, pen });
    return reportOf({ title: report.title, chapters }, context);
  }

  #pen(context: ResearchContext): Pen {
    let done = 0;
    return {
      gateway: this.#parts.gateway,
      context: paidContext(context),
      stepDone: (total) => {
        done += 1;
        context.progress?.({ done: Math.min(done, total), total });
      },
    };
  }
}

/** Outline and closing come beside the chapters. */
const OTHER_STEPS = 2;

async function newReport(plan: Plan, evidence: Evidence, pen: Pen): Promise<Report> {
  const briefs = await outlineOf(plan, evidence, pen);
  const total = briefs.length + OTHER_STEPS;
  pen.stepDone(total);
  // The closing rests on what the chapters rest on, so nobody waits for it; what no chapter came to say
  // is taken out of it afterwards.
  const [themes, draft] = await allSettled([
    newThemes(plan, evidence, { briefs, total }, pen),
    draftClosing(evidence, briefs, pen).finally(() => pen.stepDone(total)),
  ]);
  const divergences: Chapter = {
    kind: 'divergences',
    heading: '分歧',
    markdown: await divergencesBody(evidence),
  };
  const content = [...themes.chapters, divergences];
  const closing = await closingOf(draft, evidence, content);
  const report = reportOf(await composed(closing, themes, divergences, evidence), pen.context);
  if (evaluateReport(report, evidence, pen.context.clock).verdict === 'pass') return report;
  // What each check let pass alone can still fail together; words of the sources alone do not.
  const plain = await quotedThemes(plan, evidence);
  const own = await ownClosing(evidence, [...plain.chapters, divergences]);
  return reportOf(await composed(own, plain, divergences, evidence), pen.context);
}

async function composed(
  { title, summary }: Closing,
  { chapters, quoted }: Themes,
  divergences: Chapter,
  evidence: Evidence,
): Promise<Pick<Report, 'title' | 'chapters'>> {
  return {
    title,
    chapters: [
      { kind: 'summary', heading: '摘要', markdown: summary },
      ...chapters,
      divergences,
      { kind: 'limits', heading: '限制', markdown: await limitsBody(evidence, quoted) },
    ],
  };
}

function reportOf(
  content: Pick<Report, 'title' | 'chapters'>,
  { clock }: Pick<ResearchContext, 'clock'>,
): Report {
  return {
    ...content,
    language: 'zh-TW',
    provider: GEMINI_PROVIDER,
    writtenAt: clock.now().toISOString(),
  };
}
