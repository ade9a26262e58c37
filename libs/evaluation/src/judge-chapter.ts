import type { Chapter, Evidence } from '@dossier/contracts';
import { gateResults } from './evaluate-report.ts';
import { citationDefinitionsGate } from './gates/citation-definitions.gate.ts';

/**
 * What the gates find in one theme chapter by itself, each in a short sentence; empty when it passes.
 * What is wrong with the evidence (a document stored twice) is not the chapter's, and not among it.
 */
export function judgeChapter(chapter: Chapter, evidence: Evidence): readonly string[] {
  return gateResults(alone(chapter), evidence)
    .filter(({ gate, verdict }) => verdict === 'fail' && gate !== citationDefinitionsGate.id)
    .flatMap(({ findings }) => findings);
}

/** A report in which everything else is as it should be. */
function alone(chapter: Chapter): Parameters<typeof gateResults>[0] {
  return {
    title: '標題',
    language: 'zh-TW',
    provider: '',
    writtenAt: '',
    chapters: [
      { kind: 'summary', heading: '摘要', markdown: '摘要。' },
      chapter,
      { kind: 'limits', heading: '限制', markdown: '限制。' },
    ],
  };
}
