import type { Language } from '@dossier/contracts';
import MiniSearch from 'minisearch';
import { detectLanguage } from './detect-language.ts';
import { documentText, type DocumentText } from './document-text.ts';
import type { Fold } from './fold-text.ts';
import { mineGlosses, type Concept } from './glossary.ts';
import { sectionsOf, type Section } from './sections.ts';
import { splitSentences } from './sentence-splitting.ts';
import { indexTokens, searchable, type SearchableText } from './tokenize.ts';
import type { DocumentFormat } from './walk-folder.ts';

/** A document of the corpus. */
export interface CorpusDocument {
  readonly path: string;
  readonly title: string;
  readonly language: Language;
  readonly sha256: string;
  readonly text: string;
  /** See {@link DocumentText}. */
  readonly lineAt: DocumentText['lineAt'];
  readonly titleText: SearchableText;
}

/** A section with what is needed to search it. */
export interface IndexedSection extends Section {
  readonly id: number;
  readonly document: CorpusDocument;
  /** The nearest heading and those above it. */
  readonly headingText: SearchableText;
  readonly nearestHeadingText: SearchableText;
  readonly bodyText: SearchableText;
}

/** A sentence that could become an excerpt; `text` is `document.text.slice(start, end)`. */
export interface Sentence {
  readonly section: IndexedSection;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly language: Language;
  readonly searchable: SearchableText;
}

/** One file to index. */
export interface IndexInput {
  readonly path: string;
  readonly format: DocumentFormat;
  readonly content: string;
  readonly sha256: string;
}

/** All sections of a corpus, searchable by words of any of the languages. */
export class CorpusIndex {
  readonly documents: CorpusDocument[] = [];
  readonly sections: IndexedSection[] = [];
  /** Concepts that documents explain themselves. */
  readonly minedConcepts: Concept[] = [];
  readonly #fold: Fold;
  readonly #sentences = new Map<number, readonly Sentence[]>();
  readonly #search: MiniSearch<{ id: number; heading: string; body: string }>;

  constructor(fold: Fold) {
    this.#fold = fold;
    this.#search = new MiniSearch({
      fields: ['heading', 'body'],
      tokenize: indexTokens, // gets folded text: folding again per field would double the cost
      processTerm: (term) => term,
      searchOptions: { boost: { heading: 2 } },
    });
  }

  /** Adds one document. Documents have to come in path order: results of equal score keep it. */
  add(input: IndexInput): void {
    const read = documentText(input.format, input.content, input.path);
    const { text, title, lineAt } = read;
    const document: CorpusDocument = {
      path: input.path,
      title,
      language: detectLanguage(text),
      sha256: input.sha256,
      text,
      lineAt,
      titleText: searchable(title, this.#fold),
    };
    this.documents.push(document);
    this.minedConcepts.push(...mineGlosses(text));
    for (const section of sectionsOf(read)) {
      const id = this.sections.length;
      const headingText = searchable(section.headingPath, this.#fold);
      const bodyText = searchable(text.slice(section.start, section.end), this.#fold);
      const nearestHeadingText = searchable(section.heading, this.#fold);
      this.sections.push({ ...section, id, document, headingText, nearestHeadingText, bodyText });
      const heading = `${document.titleText.folded} ${headingText.folded}`;
      this.#search.add({ id, heading, body: bodyText.folded });
    }
  }

  /** Sections that hold any of the words (folded), best first, each with its share of the best score. */
  findSections(
    foldedWords: readonly string[],
    accept: (section: IndexedSection) => boolean,
    limit: number,
  ): { readonly section: IndexedSection; readonly score: number }[] {
    const hits = this.#search
      .search(foldedWords.join(' '))
      .flatMap(({ id, score }) => {
        const section = typeof id === 'number' ? this.sections[id] : undefined;
        return section !== undefined && accept(section) ? [{ section, score }] : [];
      })
      .slice(0, limit);
    const best = hits[0]?.score ?? 1;
    return hits.map(({ section, score }) => ({ section, score: score / best }));
  }

  /** The sentences of a section in text order. Cut on first use: most sections are never asked for. */
  sentencesOf(section: IndexedSection): readonly Sentence[] {
    let sentences = this.#sentences.get(section.id);
    if (sentences === undefined) {
      sentences = section.prose.flatMap((block) => {
        const paragraph = section.document.text.slice(block.start, block.end);
        return splitSentences(paragraph, section.language).map((span) => {
          const start = block.start + span.start;
          const end = block.start + span.end;
          const text = section.document.text.slice(start, end);
          const language = detectLanguage(text, section.language);
          return { section, text, start, end, language, searchable: searchable(text, this.#fold) };
        });
      });
      this.#sentences.set(section.id, sentences);
    }
    return sentences;
  }

  /** Whether a run of folded characters occurs at two places of the corpus. */
  isAttested(folded: string): boolean {
    let places = 0;
    for (const { document, headingText, bodyText } of this.sections) {
      for (const { folded: text } of [document.titleText, headingText, bodyText]) {
        const at = text.indexOf(folded);
        if (at < 0) continue;
        places += text.includes(folded, at + 1) ? 2 : 1;
        if (places >= 2) return true;
      }
    }
    return false;
  }

  /** How many sections there are in each language. */
  languageCounts(): ReadonlyMap<Language, number> {
    const counts = new Map<Language, number>();
    for (const { language } of this.sections) counts.set(language, (counts.get(language) ?? 0) + 1);
    return counts;
  }
}
