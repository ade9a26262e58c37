import { CHAPTER } from './chapter-number.ts';
import { anyOf, phrases } from './phrases.ts';

/** How much a text says, in Chinese characters; a word of another script counts two or more. */
export interface Content {
  readonly total: number;
  /** Without small words and phrases, that is, only what names something. */
  readonly content: number;
}

/** What people say to each other and to a bot, and how they speak of a report: about nothing else. */
const EMPTY_PHRASES = phrases(`
  我想知道、我想了解、我想、我要、我有、我們、我覺得、我看看、我知道了、知道了、了解
  收到、請問、請教、可以、這個、那個、哪個、這樣、那樣、還有、繼續、等一下、等等、稍等
  一下、好的、好了、沒問題、沒關係、不要、不用了、不用、先這樣、太好了、太棒了、真的
  謝謝、辛苦、再見、掰掰、哈、呵、嗯、喔、哦、嗎、呢、吧、是、你、再多、一點、一些
  更多、問題、意思、第幾
  章節、章、節、報告、來源、版本、資料、內容、結果、重點、研究、進度、連結
  取消、停止、深入、補充、改寫、重寫、重試、失敗、再試、重新、不同意、同意、計畫、說明、中文、英文、日文、英語、日語、第一版、第二版、第三版、上一版、這一版
  現在、目前、到底、大概、到了、裡了、還沒、我、多久、要等、等一等、這麼慢、那麼久、之後再說、看你、沒回、還剩、被取消、發生、事情、出問題、當機
  網址、按錯、打錯、傳錯、寫錯、看錯、錯了、錯字、看不懂、打不開、不能用、不夠、寫得、太爛、需要、幫忙
  生日快樂、新年快樂、聖誕快樂、節快樂、週末愉快、恭喜、好累、肚子餓、好無聊、加油、你的、查資料、總共有、章節
  下載報告、分享報告、分享這份報告、刪除報告、刪除這份報告、列印報告、轉傳報告、存成pdf、轉成pdf
  一天可以問、還能問、額度、加到群組、怎麼唸、如果取消
  質問があります、質問、すみません、さようなら、よろしくお願いします、またね、おやすみ、おはようさん、うるさい
  お腹、意味、ほんとうに、今度、頑張って、早くして
  ちょっと、待って、失敗した、日本語できますか、日本語、進んで
  the hell、hurry up、do you mean、maybe later、wait a minute、be right back、fair enough
  new question、old are you、much does it cost、do you speak、can you speak、did it fail、went wrong、do you support
  わかりました、分かりました、了解、なるほど、そうですか、そうなんですか、そうですね
  はい、いいえ、お願いします、お願い、ですか、ですね、ください、すごい、いいですね
  続けて、それは、これは、あれは、それ、これ、あれ、です、ます
`);

const SMALL_WORDS = new Set(
  `
    a an the this that these those it its is are was were be been am i me my you your yourself we
    us our he she they them to of in on at by for from with about as into and or but not no yes ok
    okay hi hello hey please thanks thank do does did can could would should will may might must
    have has had want need know tell give get make let go say some more any all one two just only
    also too very so then there here again now well good nice great really sure fine cool lol yeah
    yep nope hmm something anything everything nothing what how why when where who which whose
    don't it's i'm what's that's let's report chapter source sources version link status progress
    help stop cancel continue ready yet done finished bot robot bye
  `.split(/\s+/),
);

const PLACES = RegExp(
  String.raw`https?:\/\/\S*|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+|${CHAPTER}`,
  'gu',
);
const EMPTY = RegExp(anyOf(EMPTY_PHRASES), 'gu');
/** Scripts that are written without spaces between words, by character; else by word. */
const PART =
  /(?<character>[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]])|[[\p{L}\p{M}']--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]]+/gv;

/** Measures a folded text. What is said again counts once; addresses and chapter numbers do not count. */
export function contentOf(folded: string): Content {
  const text = folded.replaceAll(PLACES, ' ');
  const named = partsOf(text.replaceAll(EMPTY, ' ')).filter(([part]) => !SMALL_WORDS.has(part));
  return { total: sumOf(partsOf(text)), content: sumOf(named) };
}

function partsOf(text: string): [part: string, weight: number][] {
  const parts = Array.from(
    text.matchAll(PART),
    ({ 0: part, groups }) =>
      [
        part,
        groups?.['character'] === undefined ? Math.max(2, Math.floor(part.length / 4)) : 1,
      ] as const,
  );
  return [...new Map(parts)];
}

function sumOf(parts: readonly (readonly [part: string, weight: number])[]): number {
  return parts.reduce((sum, [, weight]) => sum + weight, 0);
}
