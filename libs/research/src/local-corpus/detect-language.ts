import type { Language } from '@dossier/contracts';

/** A Japanese sentence of nothing but nouns has few kana; a Chinese one quoting a name has fewer. */
const LEAST_KANA_SHARE = 0.07;
/** Chinese prose may be half English names; English prose quotes only a word of Chinese. */
const LEAST_CJK_SHARE = 0.25;

/**
 * The language of a text by its scripts: kana means Japanese, Han alone Chinese (Simplified too,
 * which searches alike), anything else English. `among` is what a text in Han without kana is
 * taken for; a Japanese document passes its own language for its kanji-only lines.
 */
export function detectLanguage(text: string, among: Language = 'zh-TW'): Language {
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  const latin = count(text, /\p{Script=Latin}/gu);
  const cjk = kana + han;
  // One Chinese character says about as much as four letters.
  if (cjk === 0 || cjk * 4 < (cjk * 4 + latin) * LEAST_CJK_SHARE) return 'en';
  if (kana >= cjk * LEAST_KANA_SHARE) return kana > 0 ? 'ja' : 'zh-TW';
  return kana === 0 && among === 'ja' ? 'ja' : 'zh-TW';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
