import {
  LANGUAGES,
  Permanent,
  PLAN_GROUPS,
  type Language,
  type Plan,
  type QueryGroup,
  type ResearchRequest,
} from '@dossier/contracts';
import type { Planner, ResearchContext } from '../ports.ts';
import { FACETS, type Facet } from './facets.ts';
import { followUpOf } from '../follow-up.ts';
import { groupQuery } from './group-query.ts';
import type { CorpusSnapshot, LocalCorpus } from './local-corpus.ts';
import { planFollowUp } from './plan-follow-up.ts';

/** Name under which plans and reports of this provider are kept. */
export const LOCAL_CORPUS_PROVIDER = 'local-corpus';

/**
 * Plans by rule: all sides of the question in the folder's main language, the first sides in its
 * other languages, and one group for each language that was asked for but is not there, so that
 * the report says so. The same folder and question always give the same plan.
 */
export class LocalCorpusPlanner implements Planner {
  readonly #corpus: LocalCorpus;

  constructor(corpus: LocalCorpus) {
    this.#corpus = corpus;
  }

  async plan(request: ResearchRequest, context: ResearchContext): Promise<Plan> {
    const snapshot = await this.#corpus.snapshot(context);
    if (snapshot === null) {
      throw new Permanent('corpus-empty', {
        message:
          'The corpus folder does not exist or holds no readable .md, .txt or .html document.',
      });
    }
    if (request.kind === 'in-words') throw new Permanent('unclear-wish');
    const work = followUpOf(context);
    if (work !== undefined) return planFollowUp(work, snapshot);
    const groups: QueryGroup[] = [];
    for (const { facet, language } of searches(request.searchLanguages, snapshot)) {
      const query = await groupQuery(request.question, facet, language, snapshot);
      groups.push({
        id: `g${groups.length + 1}`,
        purpose: facet.purpose,
        query,
        language,
        sourceKind: 'document',
      });
    }
    return {
      question: request.question,
      reportLanguage: request.reportLanguage,
      searchLanguages: request.searchLanguages,
      groups,
      provider: LOCAL_CORPUS_PROVIDER,
    };
  }
}

function searches(
  asked: readonly Language[],
  { index }: CorpusSnapshot,
): { facet: Facet; language: Language }[] {
  const counts = index.languageCounts();
  const languages = LANGUAGES.filter((language) => asked.includes(language));
  const present = languages.filter((language) => counts.has(language));
  const main = present[0] ?? languages[0] ?? 'zh-TW';
  const others = languages.filter((language) => language !== main);
  const absent = others.filter((language) => !counts.has(language)).length;
  const room = PLAN_GROUPS.max - FACETS.length - absent;
  const sides = Math.floor(room / Math.max(1, others.length - absent));
  return [
    ...FACETS.map((facet) => ({ facet, language: main })),
    ...others.flatMap((language) =>
      FACETS.slice(0, counts.has(language) ? sides : 1).map((facet) => ({ facet, language })),
    ),
  ];
}
