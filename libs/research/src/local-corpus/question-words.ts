import type { Language } from '@dossier/contracts';
import { knownSpans } from './known-spans.ts';
import type { Lexicon } from './question-terms.ts';
import { isCjk } from './tokenize.ts';

/** A word of a question, or an empty text for a break: a mark or a word without content. */
interface Piece {
  readonly text: string;
  /** Found as a whole in the glossary, so never joined with its neighbours. */
  readonly isKnown: boolean;
}

/** A content word and the compound it stands in. */
export interface QuestionWord {
  readonly text: string;
  /** Words with nothing between them (`地熱` and `發電`) share the number of their compound. */
  readonly compound: number;
  /** Cut by length out of a longer word that nobody knows: it need not be a word itself. */
  readonly isGuess: boolean;
}

const BREAK: Piece = { text: '', isKnown: false };
/** Longer than this, a run of single characters is no word any more. */
const LONGEST_JOINED = 4;

/** The content words of a question, in its order. */
export function questionWords(text: string, language: Language, lexicon: Lexicon): QuestionWord[] {
  const words: QuestionWord[] = [];
  let compound = 0;
  for (const piece of joinSingles(piecesOf(text, language, lexicon), lexicon)) {
    if (piece.text === '') compound += 1;
    else {
      const parts = partsOf(piece, lexicon);
      const isGuess = parts.length > 1;
      words.push(...parts.map((part) => ({ text: part, compound, isGuess })));
    }
  }
  return words;
}

/** Shortest word that is taken apart: most Chinese words have two characters. */
const SHORTEST_COMPOUND = 4;

/**
 * Takes a long word that no document writes (`沖煮水溫`) apart, so that sentences with one of its
 * parts are found: the longest parts that documents do write, else two characters each.
 */
function partsOf({ text, isKnown }: Piece, { fold, isAttested }: Lexicon): string[] {
  const characters = [...text];
  const isLong = characters.length >= SHORTEST_COMPOUND && /^\p{Script=Han}+$/u.test(text);
  if (isKnown || !isLong || isAttested(fold(text))) return [text];
  const parts: string[] = [];
  let rest = characters;
  while (rest.length > 3) {
    const lengths = [3, 2].filter((length) => isAttested(fold(rest.slice(0, length).join(''))));
    const length = lengths.find((one) => rest.length - one !== 1) ?? 2;
    parts.push(rest.slice(0, length).join(''));
    rest = rest.slice(length);
  }
  return [...parts, rest.join('')];
}

/** Cuts into words; words of the glossary stay whole, since ICU knows few technical terms. */
function piecesOf(text: string, language: Language, lexicon: Lexicon): Piece[] {
  const pieces: Piece[] = [];
  let rest = 0;
  for (const known of knownSpans(text, lexicon)) {
    pieces.push(...cut(text.slice(rest, known.start), language, lexicon));
    pieces.push({ text: text.slice(known.start, known.end), isKnown: true });
    rest = known.end;
  }
  return [...pieces, ...cut(text.slice(rest), language, lexicon)];
}

function cut(text: string, language: Language, lexicon: Lexicon): Piece[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const segments = [...segmenter.segment(text)].map(({ segment, isWordLike }) =>
    isWordLike === true ? segment : '',
  );
  return joinAttested(segments, lexicon).map(({ text: segment, isKnown }) => {
    const folded = lexicon.fold(segment);
    const isEmpty =
      lexicon.words.stop.has(folded) ||
      /^[\p{Script=Hiragana}ー]+$/u.test(segment) ||
      /^[\d.,]+$/u.test(folded) ||
      /^(?:[何一二三四五六七八九十兩]\p{Script=Han}|[幾每]\p{Script=Han}{1,3})$/u.test(segment);
    return isEmpty ? BREAK : { text: segment, isKnown };
  });
}

/** Words that connect others and are part of none. */
const FUNCTION_CHARACTER =
  /[的了是在有嗎吗呢吧與与和及或跟還也都會会能可對对於讓让使被把將将要需請请我你他她它這这那其不沒没之從从到由用以來来去就才只並且做當当每幾]/u;
const LONGEST_ATTESTED = 6;

/**
 * Joins what ICU cut into single characters (`外|送|員`) where the documents write it as one. ICU also
 * takes a preposition with the first character of an unknown word (`對外|送|員`): that is undone.
 */
function joinAttested(segments: readonly string[], { fold, isAttested }: Lexicon): Piece[] {
  const pieces: Piece[] = [];
  const rest = [...segments];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const [first = '', ...others] = [...next];
    const tail = others.join('');
    const isTwo = others.length === 1 && FUNCTION_CHARACTER.test(first);
    if (isTwo && attestedLength([tail, ...rest], fold, isAttested) > 1) {
      pieces.push(BREAK);
      rest.unshift(tail);
      continue;
    }
    const length = attestedLength([next, ...rest], fold, isAttested);
    if (length < 2) pieces.push({ text: next, isKnown: false });
    else pieces.push({ text: next + rest.splice(0, length - 1).join(''), isKnown: true });
  }
  return pieces;
}

/** How many of the first segments together are a word of the documents: at least one of them a single character. */
function attestedLength(
  segments: readonly string[],
  fold: Lexicon['fold'],
  isAttested: Lexicon['isAttested'],
): number {
  for (let count = Math.min(5, segments.length); count >= 2; count -= 1) {
    const parts = segments.slice(0, count);
    const word = parts.join('');
    const isCandidate =
      parts.every((part) => part !== '' && /^\p{Script=Han}+$/u.test(part)) &&
      parts.some((part) => [...part].length === 1) &&
      [...word].length <= LONGEST_ATTESTED &&
      !FUNCTION_CHARACTER.test(word);
    if (isCandidate && isAttested(fold(word))) return count;
  }
  return 0;
}

/** ICU cuts unknown words into single characters (`長|照`): neighbours of one are taken as one word. */
function joinSingles(pieces: readonly Piece[], lexicon: Lexicon): Piece[] {
  const joined: Piece[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') joined.push({ text: open, isKnown: false });
    open = '';
  };
  for (const piece of pieces) {
    const isJoinable = canJoin(piece, lexicon);
    const isSingle = isJoinable && [...piece.text].length === 1;
    if (open !== '' && isJoinable && [...open].length < LONGEST_JOINED) {
      open += piece.text;
      if (!isSingle) close();
      continue;
    }
    close();
    if (isSingle) open = piece.text;
    else joined.push(piece);
  }
  close();
  return joined;
}

function canJoin({ text, isKnown }: Piece, { fold, words }: Lexicon): boolean {
  if (text === '' || isKnown || !isCjk(text)) return false;
  const folded = fold(text);
  return !words.aspect.has(folded) && !words.vague.has(folded);
}
