import type { Chapter, Evidence } from '@dossier/contracts';
import { judgeChapter, ownWords, statementFlaws } from '@dossier/evaluation';
import { readChapter } from '@dossier/report';
import { sayAlike } from '../../local-corpus/arrange-chapters.ts';
import { detectLanguage } from '../../local-corpus/detect-language.ts';
import type { Placed } from '../../follow-up.ts';
import { leastSources, sourcesOf } from './chapter-brief.ts';
import { holdsMarkup } from './own-text.ts';
import type { Sentence } from './read-draft.ts';
import { sharedWords } from '../shared-words.ts';

/** What a draft is measured by. */
export interface DraftRules {
  readonly heading: string;
  readonly evidence: Evidence;
  /** The extracts that the chapter may cite, by key. */
  readonly allowed: ReadonlyMap<string, Placed>;
  /** Keys of which it must cite one at least; empty when any will do. */
  readonly wanted: readonly string[];
}

/** Bounds of a chapter's text in characters: below, nothing is told; above, nobody reads on. */
export const CHAPTER_LENGTH = { least: 40, most: 4_000 } as const;
/** Shorter statements are no claims, and may stand twice (G9). */
const SHORTEST_CLAIM = 12;
/** A sentence that has fewer of its words from the Chinese excerpts that it cites is not about them. */
const LEAST_BORNE = 0.1;

/** Why a sentence cannot stand in a report, in words for the model; undefined when it can. */
export function objectionTo({ text, marks }: Sentence, rules: DraftRules): string | undefined {
  const markers = marks.map(({ key }) => key);
  const { unknown, isUncited, untraced, simplified } = statementFlaws(
    { text, markers },
    rules.allowed,
  );
  if (holdsMarkup(text)) return 'no web addresses, links or HTML may stand in';
  if (unknown.length > 0) {
    return `${unknown.slice(0, 5).join(', ')} is no key of this chapter's extracts, in`;
  }
  if (isUncited) return 'no key in square brackets stands in';
  if (untraced.length > 0) {
    return `${untraced.slice(0, 5).join(', ')} does not stand in the extracts that are cited by`;
  }
  if (simplified.length > 0) return `${simplified.slice(0, 5).join('')} is not Traditional, in`;
  if (!isBorne(text, markers, rules)) return 'the extracts that are cited do not say';
  return isChinese(text) ? undefined : 'write in Chinese, not';
}

/** Words can be compared in one language only: what an excerpt in another one says is left to the reader. */
function isBorne(text: string, markers: readonly string[], { allowed }: DraftRules): boolean {
  const cited = markers.flatMap((key) => allowed.get(key)?.extract ?? []);
  if (cited.some(({ language }) => language !== 'zh-TW')) return true;
  const texts = cited.map((extract) => extract.text);
  return sharedWords(text, texts) >= LEAST_BORNE;
}

/** Whether a sentence's own words are; one that is nothing but a quotation has none. */
export function isChinese(text: string): boolean {
  const words = ownWords(text);
  return !/\p{L}/u.test(words) || detectLanguage(words) === 'zh-TW';
}

/** Whether one of some statements says the same in nearly the same words. */
export function isRepeated(text: string, told: readonly string[]): boolean {
  const length = text.length;
  if ([...text].length < SHORTEST_CLAIM) return false;
  return told.some(
    (known) =>
      Math.min(length, known.length) * 2 >= Math.max(length, known.length) && sayAlike(known, text),
  );
}

/** What is wrong with a chapter as a whole, in words for the model; empty when nothing is. */
export function chapterObjections(markdown: string, rules: DraftRules): readonly string[] {
  const { heading, evidence, allowed, wanted } = rules;
  const { markers, statements } = readChapter({ markdown });
  const length = statements.reduce((sum, { text }) => sum + [...text].length, 0);
  const least = Math.min(leastSources(evidence), Math.max(1, sourcesOf(allowed.keys())));
  if (length < CHAPTER_LENGTH.least) return ['The chapter is too short or empty.'];
  if (sourcesOf(markers) < least) return [`The chapter must cite ${least} different sources.`];
  if (wanted.length > 0 && !markers.some((key) => wanted.includes(key))) {
    return ['The chapter must cite the new extracts, too.'];
  }
  const chapter: Chapter = { kind: 'theme', heading, markdown };
  return judgeChapter(chapter, evidence);
}
