import type { FoundExtract } from '@dossier/contracts';
import { detectLanguage } from '../../local-corpus/detect-language.ts';
import { replaceUrls } from '../sources/url-strings.ts';
import type { AnswerText } from './answer-text.ts';
import type { Span } from './locate-support.ts';

/** UTF-16 units of context on either side. */
const CONTEXT = 200;
const PARAGRAPH_BREAK = /\n\s*\n/u;
/** Marks and characters that are no text; an excerpt's surroundings are shown, not quoted. */
const NO_TEXT =
  /[*`#>|~]+|[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/gu;

/** A statement of an answer as an excerpt, literal at its offsets. */
export function foundExtract(answer: AnswerText, { start, end }: Span): FoundExtract {
  const { text: whole } = answer;
  const text = whole.slice(start, end);
  const before = whole
    .slice(Math.max(start - CONTEXT, 0), start)
    .split(PARAGRAPH_BREAK)
    .at(-1);
  const [after] = whole.slice(end, end + CONTEXT).split(PARAGRAPH_BREAK);
  return {
    text,
    start,
    end,
    line: answer.lineAt(start),
    heading: '',
    before: asContext(before ?? ''),
    after: asContext(after ?? ''),
    language: detectLanguage(text),
    wording: 'grounded',
  };
}

function asContext(text: string): string {
  return replaceUrls(text.replace(/\s+/gu, ' '), () => '…').replace(NO_TEXT, '');
}
