import type { Lexicon, QuestionTerm } from './question-terms.ts';

/** What stands directly before each noun of the question in a sentence: `白` before `味噌`. */
export type Modifiers = ReadonlyMap<string, ReadonlySet<string>>;

/** The noun without any of these is the whole kind, of which the modified one is a part. */
const KIND = /[白赤紅黑黒綠緑青黃黄生熟乾濕冷熱]$/u;
/** Function words and verbs, numbers and counters in front of a noun make it no other noun. */
const NO_MODIFIER =
  /^(?:|\p{Script=Hiragana}+|[的了是在有與和及或對於用讓使把將會能可要每各該此這那本其因為由從到之著過座個種台臺件項次份位名\d]|如果|可以|這種|所有|一般|使用|設置|採用|導入|規定|關於|目前|如何)$/u;

const CJK_ONLY = /^[\p{Script=Han}\p{Script=Katakana}ー]+$/u;
const RUN_BEFORE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Reads the modifiers of the question's nouns in a sentence. */
export function modifiersIn(
  sentence: string,
  terms: readonly QuestionTerm[],
  lexicon: Lexicon,
): Modifiers {
  const segmenter = new Intl.Segmenter('zh-TW', { granularity: 'word' });
  const folded = lexicon.fold(sentence.normalize('NFKC'));
  const found = new Map<string, Set<string>>();
  for (const { forms } of terms.filter((term) => !term.isVague)) {
    const nouns = forms.filter((form) => CJK_ONLY.test(form));
    const [head] = nouns;
    if (head === undefined) continue;
    const modifiers = new Set<string>();
    for (const { index } of folded.matchAll(new RegExp(nouns.join('|'), 'gu'))) {
      const before = RUN_BEFORE.exec(folded.slice(Math.max(0, index - 6), index))?.[0] ?? '';
      const last = [...segmenter.segment(before)].at(-1)?.segment ?? '';
      modifiers.add(NO_MODIFIER.test(last) || lexicon.words.stop.has(last) ? '' : last);
    }
    if (modifiers.size > 0) found.set(head, modifiers);
  }
  return found;
}

/**
 * Whether two sentences speak of different kinds of one thing: each of its own (`手工皂`, `洗面皂`), or
 * one of a kind that its modifier sets apart from the whole (`白味噌`, `味噌`).
 */
export function modifiersDiffer(a: Modifiers, b: Modifiers): boolean {
  return [...a].some(([head, inA]) => {
    const inB = b.get(head);
    if (inB === undefined || [...inA].some((modifier) => inB.has(modifier))) return false;
    const [named, other] = [inA, inB].map((all) => [...all].filter((one) => one !== ''));
    if (named === undefined || other === undefined) return false;
    const areBothNamed = named.length === inA.size && other.length === inB.size;
    return areBothNamed || [...named, ...other].some((modifier) => KIND.test(modifier));
  });
}
