import type { Language, Plan, QueryGroup } from '@dossier/contracts';
import { placeOf } from '../../follow-up.ts';
import type { Sentence } from '../../local-corpus/corpus-index.ts';
import { facetOf } from '../../local-corpus/facets.ts';
import type { CorpusSnapshot } from '../../local-corpus/local-corpus.ts';
import { questionTerms } from '../../local-corpus/question-terms.ts';
import { selectExtracts } from '../../local-corpus/select-extracts.ts';
import { knownPlaces } from '../../local-corpus/select-further.ts';
import type { ResearchContext } from '../../ports.ts';
import type { CorpusHit } from '../tools/tool-definition.ts';

/** Titles are a document's own text, too. */
const LONGEST_TITLE = 200;

/** What searches of the corpus have found for one group, each excerpt under the id that a model knows it by. */
export class CorpusExcerpts {
  readonly #snapshot: CorpusSnapshot;
  readonly #known: ReadonlySet<string>;
  readonly #byId = new Map<string, Sentence>();

  /** A follow-up wants what its base does not hold. */
  constructor(snapshot: CorpusSnapshot, { base }: ResearchContext) {
    this.#snapshot = snapshot;
    this.#known = base === undefined ? new Set() : knownPlaces(base.evidence);
  }

  /** Everything that was found, in the order of its ids. */
  get all(): readonly Sentence[] {
    return [...this.#byId.values()];
  }

  /** Searches in a model's words. The same excerpt keeps its id from one search to the next. */
  search(query: string, language: Language): readonly CorpusHit[] {
    return this.#select(query, query, language).map((sentence) => ({
      id: this.#idOf(sentence),
      title: sentence.section.document.title.slice(0, LONGEST_TITLE).toWellFormed(),
      text: sentence.text,
    }));
  }

  /** Excerpts that a text names by their ids, in its order; ids that were never given name nothing. */
  named(text: string): readonly Sentence[] {
    const ids = new Set(text.match(/\bE\d{1,4}\b/gu));
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** What the group's own query finds, without a model: by its words, else by those of the question. */
  withoutModel(plan: Plan, group: QueryGroup): readonly Sentence[] {
    const found = this.#select(group.query, group.query, group.language, group.purpose);
    return found.length > 0
      ? found
      : this.#select(plan.question, group.query, group.language, group.purpose);
  }

  #select(question: string, words: string, language: Language, purpose = ''): Sentence[] {
    const { lexicon } = this.#snapshot;
    return selectExtracts(this.#snapshot, {
      question: this.#snapshot.question(question),
      words: questionTerms(words, lexicon).flatMap((term) => term.forms),
      language,
      facet: facetOf(purpose),
      accepts: ({ section, start, end }) =>
        !this.#known.has(placeOf(section.document, { start, end })),
    });
  }

  #idOf(sentence: Sentence): string {
    const known = [...this.#byId].find(([, each]) => each === sentence);
    const id = known?.[0] ?? `E${this.#byId.size + 1}`;
    this.#byId.set(id, sentence);
    return id;
  }
}
