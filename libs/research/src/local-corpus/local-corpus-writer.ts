import { Permanent, type Chapter, type Evidence, type Plan, type Report } from '@dossier/contracts';
import type { ResearchContext, Writer } from '../ports.ts';
import { arrangeThemes } from './arrange-chapters.ts';
import { nameThemes } from './chapter-names.ts';
import { evidenceLexicon } from './evidence-lexicon.ts';
import { extendChapters } from './extend-report.ts';
import { followUpOf, type FollowUpWork } from '../follow-up.ts';
import { LOCAL_CORPUS_PROVIDER } from './local-corpus-planner.ts';
import { rearrangeChapters } from './rearrange-chapters.ts';
import { answersIn } from './report-focus.ts';
import { reportTitle } from './report-title.ts';
import { reportChapters } from './write-report.ts';

/** Writes reports of quoted excerpts. It needs no folder: everything it says is in the evidence. */
export class LocalCorpusWriter implements Writer {
  /** @throws Permanent `no-evidence` when there is nothing to quote: an empty report is no report. */
  async write(plan: Plan, evidence: Evidence, context: ResearchContext): Promise<Report> {
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    const work = followUpOf(context, plan);
    return {
      title: work?.base.report.title ?? (await reportTitle(plan.question)),
      language: plan.reportLanguage,
      chapters:
        work === undefined
          ? await newChapters(plan, evidence)
          : furtherChapters(plan, evidence, work),
      provider: LOCAL_CORPUS_PROVIDER,
      writtenAt: context.clock.now().toISOString(),
    };
  }
}

async function newChapters(plan: Plan, evidence: Evidence): Promise<Chapter[]> {
  const lexicon = await evidenceLexicon(evidence);
  const answers = answersIn(evidence, lexicon);
  const themes = await nameThemes(arrangeThemes(plan, evidence, answers.own), evidence, lexicon);
  return reportChapters(evidence, themes, answers);
}

function furtherChapters(plan: Plan, evidence: Evidence, work: FollowUpWork): Chapter[] {
  return work.wish.kind === 'rewrite'
    ? rearrangeChapters(plan, evidence, work)
    : extendChapters(plan, evidence, work);
}
