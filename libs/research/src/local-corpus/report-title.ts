import { detectLanguage } from './detect-language.ts';
import { toTraditional } from './to-traditional.ts';

const LONGEST = 60;
/** Used when a question has nothing that could stand in a title. */
const FALLBACK = '研究報告';

/** A report's title from its question: one line, Traditional Chinese, no question mark, at most 60 characters. */
export async function reportTitle(question: string): Promise<string> {
  const line = question
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[\s？?！!。.…]+$/u, '');
  if (line === '') return FALLBACK;
  // A question in another language is quoted, as everything foreign in a report is.
  if (detectLanguage(line) !== 'zh-TW') return `關於「${shorten(line, LONGEST - 4)}」`;
  return shorten(await toTraditional(line), LONGEST);
}

function shorten(text: string, longest: number): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
