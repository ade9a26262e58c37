import {
  FOLLOW_UP_GROUPS,
  LANGUAGES,
  type Language,
  type Plan,
  type QueryGroup,
} from '@dossier/contracts';
import { chapterAim } from './chapter-aim.ts';
import { FACETS, type Facet } from './facets.ts';
import type { FollowUpWork } from '../follow-up.ts';
import { groupQuery } from './group-query.ts';
import type { CorpusSnapshot } from './local-corpus.ts';

/**
 * The base's groups as they are, and further ones: for a chapter one for each language, aimed at what
 * it is about; else the sides of the question in the languages that are wanted.
 */
export async function planFollowUp(work: FollowUpWork, snapshot: CorpusSnapshot): Promise<Plan> {
  const { wish, base, chapter } = work;
  const languages = wantedLanguages(work, snapshot);
  const aim = chapterAim(work, snapshot);
  const searches = chapter === undefined ? sidesIn(languages, snapshot) : aimedAt(languages);
  const heading = `${wish.kind === 'deepen' ? '深入' : '補充'}：${chapter?.heading ?? ''}`;
  const groups: QueryGroup[] = [...base.plan.groups];
  for (const { facet, language } of searches) {
    groups.push({
      id: `g${groups.length + 1}`,
      purpose: chapter === undefined ? facet.purpose : heading,
      query: await groupQuery(aim, facet, language, snapshot),
      language,
      sourceKind: 'document',
    });
  }
  const searchLanguages = LANGUAGES.filter((language) =>
    [...base.plan.searchLanguages, ...languages].includes(language),
  );
  return { ...base.plan, searchLanguages, groups };
}

/** The languages that were asked for, there or not; else those searched before that are there. */
function wantedLanguages(
  { wish, base }: FollowUpWork,
  { index }: CorpusSnapshot,
): readonly Language[] {
  const asked = LANGUAGES.filter((language) => wish.languages?.includes(language));
  if (asked.length > 0) return asked;
  const present = base.plan.searchLanguages.filter((each) => index.languageCounts().has(each));
  return present.length > 0 ? present : base.plan.searchLanguages;
}

interface FurtherSearch {
  readonly facet: Facet;
  readonly language: Language;
}

function aimedAt(languages: readonly Language[]): FurtherSearch[] {
  return languages.map((language) => ({ facet: FACETS[0], language }));
}

/** As many sides as there is room for; of a language that is not there one, so that it is said. */
function sidesIn(languages: readonly Language[], { index }: CorpusSnapshot): FurtherSearch[] {
  const sides = Math.floor(FOLLOW_UP_GROUPS.max / Math.max(1, languages.length));
  return languages.flatMap((language) =>
    FACETS.slice(0, index.languageCounts().has(language) ? sides : 1).map((facet) => ({
      facet,
      language,
    })),
  );
}
