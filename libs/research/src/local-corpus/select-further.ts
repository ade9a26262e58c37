import type { Evidence, Plan, QueryGroup } from '@dossier/contracts';
import type { IndexedSection, Sentence } from './corpus-index.ts';
import { facetOf } from './facets.ts';
import { placeOf, quotedIn, type FollowUpWork, type Placed } from '../follow-up.ts';
import type { CorpusSnapshot } from './local-corpus.ts';
import { questionTerms } from './question-terms.ts';
import { selectExtracts } from './select-extracts.ts';

/** A chapter gains this much from one language, and can still be read. */
const MOST_FURTHER = 6;
/** Of one section around what is quoted; more would be the section itself. */
const MOST_AROUND = 3;
/** Share of the run's question that a sentence and its place must cover, however well it fits the chapter. */
const LEAST_ON_TOPIC = 0.3;

/**
 * Sentences that the base's evidence does not hold: those that answer what the group aims at, then
 * those that stand around what is quoted already, nearest first.
 */
export function selectFurther(
  snapshot: CorpusSnapshot,
  { plan, group, work }: { plan: Plan; group: QueryGroup; work: FollowUpWork },
): Sentence[] {
  const { base, chapter } = work;
  const topic = snapshot.question(plan.question);
  const facet = facetOf(group.purpose);
  const known = knownPlaces(base.evidence);
  const isNew = ({ section, start, end }: Sentence): boolean =>
    !known.has(placeOf(section.document, { start, end }));
  const answers = selectExtracts(snapshot, {
    question: chapter === undefined ? topic : snapshot.question(group.query),
    words: questionTerms(group.query, snapshot.lexicon).flatMap((term) => term.forms),
    language: group.language,
    facet,
    accepts: (sentence) =>
      isNew(sentence) && topic.relevanceOf(sentence).coverage >= LEAST_ON_TOPIC,
  });
  const quoted = quotedIn(chapter === undefined ? base.report.chapters : [chapter], base.evidence);
  const around = sentencesAround(quoted, snapshot).filter(
    (sentence) =>
      sentence.section.language === group.language &&
      isNew(sentence) &&
      facet.speaksOf(sentence) &&
      // What stands in several documents letter for letter is a form's text and speaks of none.
      !snapshot.index.isAttested(sentence.searchable.folded),
  );
  return [...new Set([...answers, ...fewOfEach(around)])].slice(0, MOST_FURTHER);
}

/** Where everything stands that evidence quotes of files, as `placeOf` names places. */
export function knownPlaces({ sources }: Evidence): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ location, sha256, extracts }) =>
      location.kind === 'file'
        ? extracts.map((extract) => placeOf({ path: location.path, sha256 }, extract))
        : [],
    ),
  );
}

/** The sentences of the sections that quotes stand in, those nearest to a quote first. */
function sentencesAround(quoted: readonly Placed[], { index }: CorpusSnapshot): Sentence[] {
  const distances = new Map<Sentence, number>();
  for (const quote of quoted) {
    const section = index.sections.find((each) => holds(each, quote));
    const sentences = section === undefined ? [] : index.sentencesOf(section);
    const at = sentences.findIndex(({ start }) => start === quote.extract.start);
    for (const [position, sentence] of sentences.entries()) {
      const distance = Math.abs(position - at);
      distances.set(sentence, Math.min(distance, distances.get(sentence) ?? distance));
    }
  }
  return [...distances].sort(([, a], [, b]) => a - b).map(([sentence]) => sentence);
}

function holds({ document, start, end }: IndexedSection, { source, extract }: Placed): boolean {
  const { location, sha256 } = source;
  return (
    location.kind === 'file' &&
    document.path === location.path &&
    document.sha256 === sha256 &&
    start <= extract.start &&
    extract.end <= end
  );
}

function fewOfEach(sentences: readonly Sentence[]): Sentence[] {
  return sentences.filter(
    ({ section }, at) =>
      sentences.slice(0, at).filter((other) => other.section === section).length < MOST_AROUND,
  );
}
