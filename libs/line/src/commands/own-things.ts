import type { Intent } from './intent.ts';
import { anyOf, phrases } from './phrases.ts';

/** Longer texts say more than which of the bot's own things is meant. */
const MAX_LENGTH = 60;

/** Words of the bot's own things and of what is done with them, by what they tell. */
const WORDS = {
  cancel: phrases(
    '取消、停止、中止、cancel、stop、stop researching、abort、キャンセル、やめて、止めて',
  ),
  link: phrases('連結、鏈接、網址、link、links、url、リンク'),
  versions: phrases('版本、舊版、舊版本、versions、version、バージョン'),
  past: phrases(`
    之前、以前、過去、歷史、紀錄、記錄、所有、全部
    previous、past、old、earlier、before、all、history、これまで、以前、履歴、全て、すべて
  `),
  when: phrases(`
    進度、狀況、狀態、好了嗎、好了沒、快好、還沒好、會好、跑完、寫完、做完、查完、還在跑、還在查、還在寫
    什麼時候、何時、幾點、多久、到哪、哪一步、哪個階段、進行到哪、做到哪、做到哪一步、跑到哪、到哪一步、到哪個階段
    progress、status、update、updates、finished、ready、how far、how far along、how much longer、how long
    進捗、ステータス、状況、できた、できました、終わった、終わりました、終わります、進んだ、進んでる、進んでいます、進んでいる
    どこまで、いつ
  `),
  report: phrases('報告、report、reports、レポート'),
  research: phrases(
    '研究、搜尋、查詢、調查、research、search、調査、検索、調べる、問題、questions',
  ),
  asked: phrases('問過、做過、查過、研究過、i ask、i asked'),
  show: phrases(`
    傳、重傳、再傳、給、看、看到、找不到、打開、開啟、讀、列出、顯示、查、哪裡、在哪、在哪裡
    send、where、where's、resend、see、show、read、open、get、list、find、送って、見せて、見る、見たい、開く、ちょうだい、教えて、どこ
  `),
  /** Polite and small words that leave a request a request. */
  polite: phrases(`
    請、先、把、將、我、我要、我想、我想要、想、要、幫我、幫、麻煩、這個、這份、這次、目前、現在、它、的、吧、掉、謝謝
    please、the、this、that、my、current、it、i、want to、thanks
    を、の、のを、して、してください、ください、下さい、お願いします、お願い、は、で、この、今
  `),
  /** Those that may make a question of it as well. */
  asking: phrases(`
    可以、能、嗎、呢、了、沒、還、再、一次、一下、一份、裡、在、是、有、到、怎麼樣、怎樣、如何、什麼、哪些、大概、已經、等
    a、an、is、are、any、again、can、could、you、me、to、what、what's、have、did、along、now、yet、on
    もう一度、もう、か、ですか、ますか、が、何
  `),
} as const;

type Word = keyof typeof WORDS;
const TOKEN = RegExp(
  [
    ...Object.entries(WORDS).map(([kind, words]) => `(?<${kind}>${anyOf(words)})`),
    String.raw`(?<mark>[^\p{L}\p{N}])`,
    '(?<other>[^])',
  ].join('|'),
  'gu',
);

/**
 * The command that a folded text means when it is made of nothing but words for the bot's own things
 * and small words, however they are put: 報告連結再給我一次, 研究進行到哪了. Undefined when any other word is in it.
 */
export function ownThingOf(folded: string): Intent | undefined {
  if (folded.length > MAX_LENGTH) return undefined;
  const said = new Set<string>();
  for (const { groups = {} } of folded.matchAll(TOKEN)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? 'other';
    if (kind === 'other' || (kind === 'cancel' && said.has(kind))) return undefined;
    said.add(kind);
  }
  const has = (...kinds: readonly Word[]) => kinds.every((kind) => said.has(kind));
  // 取消了嗎 asks; what is not surely wished is not done.
  if (has('cancel')) {
    return has('asking') || has('show') || has('past') ? undefined : { kind: 'cancel' };
  }
  if (has('link')) return { kind: 'link' };
  if (has('versions')) return { kind: 'versions' };
  if (has('asked')) return { kind: 'history' };
  if (has('when') && (has('report') || has('research') || !has('past'))) return statusOf(folded);
  if (has('past') && (has('report') || has('research') || has('show'))) return { kind: 'history' };
  return has('report', 'show') ? { kind: 'link' } : undefined;
}

/** 到哪 and 什麼時候 alone ask about anything. */
function statusOf(folded: string): Intent | undefined {
  return /^(?:什麼時候|何時|幾點|多久|到哪|いつ|どこまで|how long)[^\p{L}\p{N}]*$/u.test(folded)
    ? undefined
    : { kind: 'status' };
}
