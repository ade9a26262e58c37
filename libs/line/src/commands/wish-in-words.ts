import type { FollowUpWish } from '@dossier/contracts';
import { contentOf } from './content.ts';
import { fold } from './fold.ts';
import type { Intent } from './intent.ts';
import { instructionOf } from './rewrite.ts';
import { asks, endsAsQuestion } from './question-words.ts';

/** Words with which people speak of a report. */
const OF_REPORT =
  /[章節版段]|報告|來源|資料|文獻|內容|摘要|標題|結論|前言|語氣|寫|改|講得|翻譯|レポート|書|訳|\b(?:report|chapter|section|source|summary|version|tone|write|rewrite|translate)s?\b/u;
/** Words that speak of the report at hand, and of no other. */
const OF_THIS_REPORT =
  /(?:[這此那][份個篇本]|[把將幫我]{1,3}|整份|你的)報告|報告(?:裡|中的|太|再|要|寫|少|多)|\b(?:the|this|your) report\b|(?:この|もう少し|もっと).{0,12}レポート/u;
/** Words that point at a part of it: 那個講退役的部分, 關於成本的那一章; 這段時間 is none. */
const OF_ITS_PART =
  /[這那]一?章|[這那]一[節段](?![課目時歷路期關])|[這那]個?部[分份](?!人)|[這那]個.{1,20}的(?:部[分份](?!人)|段落|地方)/u;
/** Words that wish for a change. */
const CHANGES = /請|麻煩|幫|再|多|更|少|加|補|改|短|長|清楚|詳細|具體/u;
/** A question that asks for something to be done is a wish. */
const POLITE =
  /可以|可不可以|能不能|能否|能|幫|請|麻煩|please|can you|could you|もらえ|くれ|いただけ/u;
/** Below this somebody who quotes a card just says something about it: 不錯喔. */
const LEAST_SAID = 4;

/**
 * A wish about a report that no rule understands, in the person's own words: for a provider whose planner
 * can ask a model what they mean. Undefined for what speaks of no report, and for questions.
 * @param intent what `understand` made of the text: only what it is not sure of is looked at again.
 */
export function wishInWords(
  text: string,
  intent: Intent,
  { quotesReport }: { readonly quotesReport: boolean },
): FollowUpWish | undefined {
  const folded = fold(text.toWellFormed().normalize('NFC').trim());
  if (asks(folded) || (endsAsQuestion(folded) && !POLITE.test(folded))) return undefined;
  return speaksOfReport(folded, intent, quotesReport)
    ? { kind: 'in-words', instruction: instructionOf(text.trim()) }
    : undefined;
}

function speaksOfReport(folded: string, { kind }: Intent, quotesReport: boolean): boolean {
  switch (kind) {
    case 'unclear':
      return OF_REPORT.test(folded) || (quotesReport && contentOf(folded).total >= LEAST_SAID);
    // A topic may hold such words as well: 企業永續報告書的揭露規範.
    case 'research':
      return (
        OF_THIS_REPORT.test(folded) ||
        (OF_ITS_PART.test(folded) && CHANGES.test(folded)) ||
        (quotesReport && OF_REPORT.test(folded))
      );
    default:
      return false;
  }
}
