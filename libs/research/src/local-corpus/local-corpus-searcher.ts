import {
  Permanent,
  type Evidence,
  type GroupFindings,
  type Plan,
  type QueryGroup,
} from '@dossier/contracts';
import type { ResearchContext, Searcher } from '../ports.ts';
import { compareFindings } from './compare-findings.ts';
import type { Sentence } from './corpus-index.ts';
import { extendEvidence } from './extend-evidence.ts';
import { facetOf } from './facets.ts';
import { followUpOf } from '../follow-up.ts';
import type { CorpusSnapshot, LocalCorpus } from './local-corpus.ts';
import { questionTerms } from './question-terms.ts';
import { selectExtracts } from './select-extracts.ts';
import { selectFurther } from './select-further.ts';
import { toFindings } from './to-findings.ts';

/** Finds excerpts in the folder and compares them, by rule and without a model. */
export class LocalCorpusSearcher implements Searcher {
  readonly #corpus: LocalCorpus;

  constructor(corpus: LocalCorpus) {
    this.#corpus = corpus;
  }

  async search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings> {
    const snapshot = await this.#corpus.snapshot(context);
    if (snapshot === null) return { groupId: group.id, sources: [] };
    const work = followUpOf(context, plan);
    const sentences =
      work === undefined
        ? selectAnswers(snapshot, plan, group)
        : selectFurther(snapshot, { plan, group, work });
    return toFindings(group.id, sentences, snapshot.readAt);
  }

  async compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence> {
    const snapshot = await this.#corpus.snapshot(context);
    // Excerpts that could not be opened any more would be no evidence.
    if (snapshot === null) throw new Permanent('corpus-empty');
    const corpus = {
      lexicon: snapshot.lexicon,
      skipped: snapshot.skipped,
      languages: new Set(snapshot.index.languageCounts().keys()),
    };
    const work = followUpOf(context, plan);
    return work === undefined
      ? compareFindings(plan, findings, corpus)
      : extendEvidence(plan, findings, work, corpus);
  }
}

function selectAnswers(snapshot: CorpusSnapshot, plan: Plan, group: QueryGroup): Sentence[] {
  return selectExtracts(snapshot, {
    question: snapshot.question(plan.question),
    words: questionTerms(group.query, snapshot.lexicon).flatMap((term) => term.forms),
    language: group.language,
    facet: facetOf(group.purpose),
  });
}
