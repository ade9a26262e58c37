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
    else words.push({ text: piece.text, compound });
  }
  return words;
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

function cut(text: string, language: Language, { fold, words }: Lexicon): Piece[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment, isWordLike }) => {
    const folded = fold(segment);
    const isEmpty =
      isWordLike !== true ||
      words.stop.has(folded) ||
      /^[\p{Script=Hiragana}ー]+$/u.test(segment) ||
      /^[\d.,]+$/u.test(folded) ||
      /^[幾何一二三四五六七八九十兩每]\p{Script=Han}$/u.test(segment);
    return isEmpty ? BREAK : { text: segment, isKnown: false };
  });
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
