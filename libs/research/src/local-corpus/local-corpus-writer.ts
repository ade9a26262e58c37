import { Permanent, type Evidence, type Plan, type Report } from '@dossier/contracts';
import type { ResearchContext, Writer } from '../ports.ts';
import { LOCAL_CORPUS_PROVIDER } from './local-corpus-planner.ts';
import { answersIn } from './report-focus.ts';
import { reportTitle } from './report-title.ts';
import { reportChapters } from './write-report.ts';

/** Writes reports of quoted excerpts. It needs no folder: everything it says is in the evidence. */
export class LocalCorpusWriter implements Writer {
  /** @throws Permanent `no-evidence` when there is nothing to quote: an empty report is no report. */
  async write(plan: Plan, evidence: Evidence, { clock }: ResearchContext): Promise<Report> {
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    return {
      title: await reportTitle(plan.question),
      language: plan.reportLanguage,
      chapters: reportChapters(plan, evidence, await answersIn(evidence)),
      provider: LOCAL_CORPUS_PROVIDER,
      writtenAt: clock.now().toISOString(),
    };
  }
}
