/**
 * Simplified characters of the words that commands and questions are made of, each before its
 * Traditional twin; some Japanese forms are the same characters. Not a converter: only what is matched.
 */
const TWINS =
  '进進状狀态態说說帮幫链鏈连連结結网網报報历歷记記录錄纪紀换換题題话話计計划畫劃畫画畫发發佈布试試' +
  '询詢来來源源补補资資语語国國请請谢謝问問开開详詳细細写寫简簡单單长長点點节節個個个個什什么麼甚什' +
  '为為还還与與对對针針将將让讓给給听聽吗嗎谁誰较較响響异異别別样樣项項过過时時会會没沒现現况況趋趨' +
  '势勢优優险險处處体體献獻参參数數务務执執审審码碼页頁论論终終讨討调調总總级級难難显顯议議儿兒' +
  '妳你您你臺台単單説說対對变變変變选選';

const TWIN_OF = new Map(
  Array.from({ length: TWINS.length / 2 }, (_, at) => [TWINS[2 * at], TWINS[2 * at + 1]]),
);

/** Characters that folding may change: all but lower-case ASCII. */
const FOLDABLE = /[^!-@[-_a-z{-~]/gu;

/**
 * The form of a text in which words are compared: one width and case, Traditional characters, one
 * kind of space and apostrophe. It is as long as `text`, so that a place in the one is that in the other.
 */
export function fold(text: string): string {
  return text.replaceAll(FOLDABLE, (character) => {
    if (/\s/.test(character)) return ' ';
    if ('’‘`'.includes(character)) return "'";
    const folded = character.normalize('NFKC').toLowerCase();
    return folded.length === character.length ? (TWIN_OF.get(folded) ?? folded) : character;
  });
}
