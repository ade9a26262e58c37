import { anyOf, phrases } from './phrases.ts';

/** Words that ask. */
const INTERROGATIVES = phrases(`
  什麼、什麼意思、啥、如何、怎麼、怎麼辦、怎麼回事、怎樣、為什麼、為何、何以、多少、多久、多大
  多高、多遠、哪、誰、何時、何者、何種、是否、有沒有、會不會、是不是、值不值得、幾個、幾次、幾年
  幾度、請問、想知道、想了解、想請教
  how、what、what's、why、when、where、who、whom、whose、which、whether、should
  何、なぜ、どう、どこ、いつ、だれ、誰、どの、どれ、どんな、どちら、いくら、とは、知りたい
`);
/** What questions are about, though they do not ask by themselves. */
const SUBJECTS = phrases(`
  比較、影響、差異、差別、區別、優缺點、利弊、原因
  compare、comparison、difference、differences、impact、impacts、effect、effects、versus、vs
  pros and cons
  違い、影響、比較
`);
const WEAK = phrases('嗎、呢、麼、ですか、ますか、でしょうか、の？');

const ASKING_WORD = RegExp(anyOf(INTERROGATIVES), 'u');
const QUESTION_WORD = RegExp(anyOf([...INTERROGATIVES, ...SUBJECTS]), 'u');
const QUESTION_WORDS = RegExp(QUESTION_WORD, 'gu');
const WEAK_SIGN = RegExp(`[?？]|(?:${anyOf(WEAK)})[^\\p{L}\\p{N}]*$`, 'u');

/** Says that something is not to be done; too easily missed to guess at what is. */
export const NEGATION = RegExp(
  `(?<!\\p{L})別|${anyOf(phrases("不要、不用、不必、勿、先不、don't、do not、not、never、ないで"))}`,
  'u',
);

/** Whether a folded text asks with a word for it. */
export function asks(folded: string): boolean {
  return ASKING_WORD.test(folded);
}

/** Whether a folded text asks, or is about what people ask about: a difference, an effect, a cause. */
export function hasQuestionWord(folded: string): boolean {
  return QUESTION_WORD.test(folded);
}

/** Whether a folded text has a question mark, or ends like a question. */
export function endsAsQuestion(folded: string): boolean {
  return WEAK_SIGN.test(folded);
}

/** A folded text without its question words. */
export function withoutQuestionWords(folded: string): string {
  return folded.replaceAll(QUESTION_WORDS, ' ');
}
