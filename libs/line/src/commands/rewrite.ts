import { MAX_INSTRUCTION_LENGTH } from '@dossier/contracts';
import { truncateGraphemes } from '../truncate-graphemes.ts';
import { CHAPTER, chapterNumber } from './chapter-number.ts';
import { wordsOf } from './command-table.ts';
import type { Intent } from './intent.ts';
import { anyOf, phrases } from './phrases.ts';
import { barer, POLITE_START } from './politeness.ts';
import { asks, NEGATION } from './question-words.ts';

const WHOLE = phrases(`
  報告、這份報告、整份報告、整份、全部、全文、整篇、內容、摘要、結論、前言、文章
  it、this、everything、the report、the whole report、the text、the summary
  the introduction、the conclusion
  レポート、レポート全体、全体、要約、全文、結論
`);
const OBJECT = `(?:${CHAPTER}|${anyOf(WHOLE)})`;
const VERB = `(?:${anyOf(wordsOf('rewrite'))})`;

/** What may follow the verb; 改寫歷史 is about something else. */
const MANNER = anyOf(
  phrases(`
    成、得、為、短、長、簡、白話、口語、更、用、讓、以、語氣、一下、一次、一遍、過、吧、嗎、好嗎
    to、in、for、as、so、with、using、more、shorter、simpler、please
    して、ください、下さい、お願い、ほしい、欲しい
  `),
);
const VERBS = [
  `${VERB}(?= *(?:$|[^\\p{L}\\p{N} ]|${OBJECT}|${MANNER}))`,
  `(?:縮短|簡化|精簡|濃縮)(?=$|${OBJECT}|[成到為])`,
  '改[成為](?=.{1,40}$)',
].join('|');
const EXPLICIT = RegExp(
  `^${POLITE_START}(?:[把將] *)?(?:${OBJECT} *[的をのは,，:：]? *)?(?:再|を|から)?(?:${VERBS})`,
  'u',
);

const HOW = '短|長|簡短|簡單|精簡|簡潔|白話|口語|淺顯|淺白|好懂|易懂|正式|專業|通俗|活潑|清楚|易讀';
const HOW_EN =
  'short|shorter|longer|simple|simpler|formal|casual|concise|readable|clear|clearer|easier';
const HOW_JA = '短く|簡單に|簡潔に|分かりやすく|わかりやすく|やさしく|易しく|丁寧に';
/** What is wrong with it: 太長了. */
const TOO = String.raw`(?:寫得)?太.{1,4}了[^\p{L}\p{N}]*`;
const STYLE = RegExp(
  `^(?:${TOO})?(?:[把將])?(?:${OBJECT})?[^\\p{L}\\p{N}]*(?:的?內容|[をのは])?(?:${TOO})?(?:${[
    `(?:可以)?(?:再|更)?(?:[寫改說講弄變][得成的]?)(?:再|更)?(?:${HOW})(?:一點|一些|點|些)?`,
    `(?:再|更)?(?:${HOW})(?:一點|一些|點|些)`,
    '(?:精簡|縮短|簡化|濃縮|口語化|白話化)(?:一點|一些|一下|點|些)?',
    '換個?(?:寫法|說法|方式|講法)(?:寫|說|講|再寫一次)?',
    `用(?:更|比較)?(?:${HOW})(?:一點|一些|點|些)?的(?:方式|話|文字|語言|說法)(?:再|重新)?(?:寫|改寫|重寫|說|講|解釋|說明|表達)(?:一次|一遍)?`,
    '用白話文?(?:再|重新)?(?:寫|改寫|重寫|說|講)(?:一次|一遍)?',
    '[寫改]成(?:條列式?|列點|列點式|表格|重點|摘要)',
    `(?:make|keep) +(?:${OBJECT}) +(?:a bit +|a little +|much +)?(?:more +)?(?:${HOW_EN})(?: +to +(?:read|understand))?`,
    `(?:shorten|simplify|condense)(?: +${OBJECT})?|shorter|simpler`,
    `(?:もっと|もう少し)?(?:${HOW_JA})(?:書いて|して|まとめて|書き直して)?`,
  ].join('|')})$`,
  'u',
);

/** Longer sentences may have the verb for another reason. */
const MAX_BESIDE_VERB = 100;

/** A report is in Chinese; no words of it make it speak another language. */
const OTHER_LANGUAGE = RegExp(
  anyOf(
    phrases(
      '英文、英語、日文、日語、日本語、簡體、法文、德文、韓文、english、japanese、simplified',
    ),
  ),
  'u',
);

const ADDS = /補|加|增|add|include/u;
const SOURCES = /來源|資料|文獻|source|reference|情報源|ソース|出典/u;

/**
 * The wish for the same report in other words; undefined when a text expresses none. How it is to be
 * written stays in the person's own words.
 */
export function rewriteOf(text: string, folded: string): Intent | undefined {
  const numbers = new Set(
    Array.from(folded.matchAll(RegExp(CHAPTER, 'gu')), ([written]) => chapterNumber(written)),
  );
  const isSure = numbers.size > 0 ? isOfChapter(folded) : isOfReport(folded);
  // It is made of the same evidence: a wish for sources as well is two wishes.
  if (!isSure || addsSources(folded) || OTHER_LANGUAGE.test(folded)) return undefined;
  // One chapter or all: rewriting all for the sake of two would change what is to stay.
  if (numbers.size > 1) return undefined;
  const [chapter] = numbers;
  const instruction = instructionOf(text);
  const wish = { kind: 'rewrite', ...(chapter !== undefined && { chapter }), instruction } as const;
  return { kind: 'follow-up', wish };
}

/** A wish in the person's own words, as long as a follow-up may carry it. */
export function instructionOf(text: string): string {
  return truncateGraphemes(text, MAX_INSTRUCTION_LENGTH);
}

function isOfReport(folded: string): boolean {
  return (EXPLICIT.test(folded) && !asks(folded)) || isOfStyle(folded);
}

/** With a chapter named, the verb alone makes it sure, wherever it stands, unless it is asked about. */
function isOfChapter(folded: string): boolean {
  if (EXPLICIT.test(folded) || isOfStyle(folded)) return true;
  const verb = folded.length <= MAX_BESIDE_VERB ? folded.search(RegExp(VERB, 'u')) : -1;
  return verb >= 0 && !asks(folded) && !NEGATION.test(folded.slice(0, verb));
}

function isOfStyle(folded: string): boolean {
  return folded.length <= 100 && barer(folded).some((step) => STYLE.test(step));
}

function addsSources(folded: string): boolean {
  const at = folded.search(ADDS);
  return at >= 0 && SOURCES.test(folded.slice(at));
}
