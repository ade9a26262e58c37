import type { FollowUpWish, Language } from '@dossier/contracts';
import type { Intent } from './intent.ts';
import { hasQuestionWord, NEGATION } from './question-words.ts';
import { instructionOf } from './rewrite.ts';
import { wishTokens, type WishToken } from './wish-tokens.ts';

/** Longer texts say more than a wish for more on a chapter or for sources. */
const MAX_WISH = 300;

/** What a wish says, whatever the order of its words. */
interface Said {
  readonly chapters: readonly number[];
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
  // More words than the rule knows: they go along as an instruction when the wish itself is beyond doubt.
  if (intent?.kind !== 'follow-up' || hasQuestionWord(folded) || NEGATION.test(folded)) {
    return undefined;
  }
  const isSure =
    intent.wish.kind === 'deepen' ? startsAsWish(tokens) : saysRestApart(tokens, intent.wish);
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
  if (foreign || (asksForSources && languages.length === 0)) {
    return { kind: 'choose-language', ...named };
  }
  const wish: FollowUpWish = {
    kind: deepens ? 'deepen' : 'add-sources',
    ...named,
    ...(languages.length > 0 && { languages }),
  };
  return { kind: 'follow-up', wish };
}

/** Whether the text begins with the chapter or the verb, small words aside. */
function startsAsWish(tokens: readonly WishToken[]): boolean {
  const first = tokens.find(({ kind }) => kind !== 'filler' && kind !== 'mark');
  return first?.kind === 'chapter' || first?.kind === 'deepen' || first?.kind === 'more';
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
