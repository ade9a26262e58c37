import type { FollowUpWish, Language } from '@dossier/contracts';
import type { Intent } from './intent.ts';
import { asks, NEGATION } from './question-words.ts';
import { instructionOf } from './rewrite.ts';
import { wishTokens, type WishToken } from './wish-tokens.ts';

/** Longer texts say more than a wish for more on a chapter or for sources. */
const MAX_WISH = 300;

/** What a wish says, whatever the order of its words. */
interface Said {
  readonly chapters: readonly number[];
  /** Those that Dossier searches in. */
  readonly languages: readonly Language[];
  /** One that Dossier does not search in is asked for. */
  readonly foreign: boolean;
  readonly kinds: ReadonlySet<WishToken['kind']>;
}

/**
 * The wish for more on a chapter, or for more sources, that a text expresses; undefined when it
 * expresses none, or more than that.
 */
export function followUpOf(text: string, folded: string): Intent | undefined {
  if (folded.length > MAX_WISH) return undefined;
  const tokens = wishTokens(folded);
  const intent = wishOf(saidBy(tokens));
  const rest = tokens.filter(({ kind }) => kind === 'other' || kind === 'special');
  const isAllKnown = rest.every(({ kind }) => kind === 'special');
  if (rest.length === 0 || (isAllKnown && intent?.kind !== 'follow-up')) return intent;
  if (intent?.kind !== 'follow-up') return undefined;
  // More words than the rule knows: they go along as an instruction when the wish itself is beyond doubt.
  const isSure =
    intent.wish.kind === 'deepen'
      ? startsAsWish(tokens, folded)
      : saysRestApart(tokens, intent.wish);
  return isAllKnown || isSure
    ? { kind: 'follow-up', wish: { ...intent.wish, instruction: instructionOf(text) } }
    : undefined;
}

function saidBy(tokens: readonly WishToken[]): Said {
  return {
    chapters: unique(tokens.flatMap((token) => (token.kind === 'chapter' ? [token.chapter] : []))),
    languages: unique(
      tokens.flatMap((token) =>
        token.kind === 'language' && token.language !== undefined ? [token.language] : [],
      ),
    ),
    foreign: tokens.some((token) => token.kind === 'language' && token.language === undefined),
    kinds: new Set(tokens.map(({ kind }) => kind)),
  };
}

function wishOf({ chapters, languages, foreign, kinds }: Said): Intent | undefined {
  const [chapter, second] = chapters;
  const named = chapter === undefined ? {} : { chapter };
  const namesSources = kinds.has('sources') || kinds.has('special');
  const asksToAdd = kinds.has('add') || kinds.has('more');
  const asksForSources =
    (asksToAdd && (namesSources || kinds.has('language'))) ||
    (kinds.has('sources') && kinds.has('language'));
  const deepens =
    kinds.has('deepen') || (kinds.has('more') && chapters.length > 0 && !asksForSources);
  if (!deepens && !asksForSources) return undefined;
  if (deepens && (chapter === undefined || second !== undefined)) return { kind: 'choose-chapter' };
  // Sources for two chapters at once are not one wish.
  if (second !== undefined) return undefined;
  if (asksForSources && (foreign || languages.length === 0)) {
    return { kind: 'choose-language', ...named };
  }
  // 深入第二章的英文教學 is about English, and asks for no English sources.
  const wanted = asksForSources || !kinds.has('other') ? languages : [];
  const wish: FollowUpWish = {
    kind: deepens ? 'deepen' : 'add-sources',
    ...named,
    ...(wanted.length > 0 && { languages: wanted }),
  };
  return { kind: 'follow-up', wish };
}

/**
 * Whether the text begins with the verb, or with the chapter and nothing that asks or forbids before
 * the verb. Small words aside, since 不 and 先 are none of them.
 */
function startsAsWish(tokens: readonly WishToken[], folded: string): boolean {
  const first = tokens.find(({ kind }) => kind !== 'filler' && kind !== 'mark');
  const verb = tokens.find(({ kind }) => kind === 'deepen' || kind === 'more');
  if (first === verb) return true;
  if (first?.kind !== 'chapter' || asks(folded)) return false;
  return !NEGATION.test(folded.slice(0, verb?.index));
}

/** Whether the whole wish is said before a mark, and the other words behind that. */
function saysRestApart(tokens: readonly WishToken[], wish: FollowUpWish): boolean {
  const rest = tokens.findIndex(({ kind }) => kind === 'other');
  const mark = tokens.slice(0, rest).findLastIndex(({ kind }) => kind === 'mark');
  const before = wishOf(saidBy(tokens.slice(0, Math.max(mark, 0))));
  return before?.kind === 'follow-up' && before.wish.languages?.length === wish.languages?.length;
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
