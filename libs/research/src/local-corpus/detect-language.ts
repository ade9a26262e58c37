import type { Language } from '@dossier/contracts';

/** A Japanese sentence of nothing but nouns has few kana; a Chinese one quoting a name has fewer. */
const LEAST_KANA_SHARE = 0.07;
/** Chinese prose may be half English names; English prose quotes only a word of Chinese. */
const LEAST_CJK_SHARE = 0.25;

/**
 * Characters and words that Japanese of today does not write: it has other shapes (`温`, `会`) or
 * other words. `為` is one outside words such as `行為`; `的` and `個` are common in both.
 */
const ONLY_CHINESE =
  /[嗎這與們說沒還讓從對樣您她應會發來點溫啡變關實圖學體國號氣壓數區廣轉單總擇藥價歲續將經營輕齊麼吗这们说还让从对应发为]|(?<![行人作営無有所])為(?!替|政)|或者|可以|如果/u;

/**
 * The language of a text by its scripts: kana means Japanese, Han alone Chinese (Simplified too,
 * which searches alike), anything else English. `among` is what a text in Han without kana is
 * taken for; a Japanese document passes its own language for its kanji-only lines, which stay
 * Chinese where they hold what only Chinese writes.
 */
export function detectLanguage(text: string, among: Language = 'zh-TW'): Language {
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  const latin = count(text, /\p{Script=Latin}/gu);
  const cjk = kana + han;
  // One Chinese character says about as much as four letters.
  if (cjk === 0 || cjk * 4 < (cjk * 4 + latin) * LEAST_CJK_SHARE) return 'en';
  if (kana >= cjk * LEAST_KANA_SHARE) return kana > 0 ? 'ja' : 'zh-TW';
  return kana === 0 && among === 'ja' && !ONLY_CHINESE.test(text) ? 'ja' : 'zh-TW';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
