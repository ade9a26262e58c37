import type { Chapter, FollowUpWish, Language } from '@dossier/contracts';
import { folded, namedChapters } from './named-chapters.ts';
import { saidWords, type WishedKind } from './wish-words.ts';

/** What became of a person's words. */
export type UnderstoodWish =
  | { readonly kind: 'clear'; readonly wish: Omit<FollowUpWish, 'instruction'> }
  | { readonly kind: 'no-such-chapter' }
  /** Rules are not sure. */
  | { readonly kind: 'unclear' };

/** Who says more than this says more than one simple wish. */
const MAX_LENGTH = 200;
const UNCLEAR: UnderstoodWish = { kind: 'unclear' };

/**
 * The one wish that a person's words express beyond doubt, by rule; pure and total. Two wishes at once,
 * something forbidden or asked, and a wish that lacks its chapter or its language are unclear: asking a
 * model costs little, a wrong version a search.
 */
export function understandWish(instruction: string, chapters: readonly Chapter[]): UnderstoodWish {
  const text = folded(instruction);
  const { kinds, languages, isForeign, isDoubtful } = saidWords(text);
  const named = [...namedChapters(text, chapters)];
  const kind = oneKind(kinds);
  if (kind === undefined || named.length > 1 || isDoubtful || text.length > MAX_LENGTH) {
    return UNCLEAR;
  }
  const [chapter] = named;
  if (!isComplete(kind, chapter, languages, isForeign)) return UNCLEAR;
  return checkedWish({ kind, chapter, languages }, chapters);
}

/** A wish with its chapter checked against the report, and without what its kind does not use. */
export function checkedWish(
  said: {
    readonly kind: WishedKind;
    readonly chapter: number | undefined;
    readonly languages: readonly Language[];
  },
  chapters: readonly Chapter[],
): UnderstoodWish {
  const { kind, chapter, languages } = said;
  if (kind === 'republish') return { kind: 'clear', wish: { kind } };
  if (chapter !== undefined && chapters[chapter - 1]?.kind !== 'theme') {
    return { kind: 'no-such-chapter' };
  }
  const searches = kind !== 'rewrite' && languages.length > 0;
  return {
    kind: 'clear',
    wish: {
      kind,
      ...(chapter !== undefined && { chapter }),
      ...(searches && { languages }),
    },
  };
}

/** Going deeper with further sources is one wish; every other pair is two. */
function oneKind(kinds: readonly WishedKind[]): WishedKind | undefined {
  const [first, second, third] = kinds;
  if (second === undefined) return first;
  const isOne = first === 'deepen' && second === 'add-sources' && third === undefined;
  return isOne ? first : undefined;
}

function isComplete(
  kind: WishedKind,
  chapter: number | undefined,
  languages: readonly Language[],
  isForeign: boolean,
): boolean {
  // A report is Chinese: who names a language may want it translated.
  if (kind === 'rewrite') return languages.length === 0 && !isForeign;
  if (isForeign) return false;
  return kind !== 'deepen' || chapter !== undefined;
}
