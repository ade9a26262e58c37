import type { Language } from '@dossier/contracts';

/** What a wish can be for. */
export type WishedKind = 'deepen' | 'add-sources' | 'rewrite' | 'republish';

const SOURCES =
  '來源|来源|資料|资料|文獻|文献|出處|出处|參考|参考|佐證|论文|論文|sources?|references?|citations?|ソース|情報源|出典|資料';
const ADDING =
  '補充|补充|補上|补上|補些|補一|補|补|增加|新增|加上|加入|加些|加一|多找|再找|再查|多一點|多一些|更多|追加|加え|増や|もっと|\\b(?:add|more|include|find|additional|further)\\b';

/** Words that say a kind of wish in a folded text. Each alone is enough; `add-sources` takes two. */
const KINDS: Readonly<Record<WishedKind, RegExp>> = {
  deepen: RegExp(
    [
      '深入|展開|展开|加深|挖深|深一點|深一点|再深|更深',
      '(?:多|再多?|更)(?:講|讲|說|说|寫|写|談|談談|解釋|介紹)(?!短|長|得?(?:口語|白話|簡單|淺))',
      '(?:更|再|寫|講|說|补充|補充|解釋|說明)得?(?:更|再)?(?:詳細|详细|仔細|仔细|細|清楚|完整)|詳細(?:一點|一些|點|些)|更多細節|補充說明|补充说明',
      '\\b(?:deepen|deeper|in depth|more detail(?:s|ed)?|elaborate|expand(?: on)?|dig into|go into|tell me more|more about)\\b',
      '深掘り|掘り下げ|詳しく|くわしく|詳細に',
    ].join('|'),
    'u',
  ),
  'add-sources': RegExp(
    `(?:${ADDING}).{0,20}(?:${SOURCES})|(?:${SOURCES}).{0,8}(?:${ADDING})`,
    'u',
  ),
  rewrite: RegExp(
    [
      '改寫|改写|重寫|重写|重新寫|潤飾|潤稿|改成|改得|換個(?:說法|寫法|語氣)',
      '口語|口语|白話|白话|淺顯|淺白|通俗|語氣|语气|正式一|活潑',
      '縮短|缩短|精簡|精简|濃縮|簡化|简化|簡短|短一點|短一点|短一些|短點|太長|長一點|长一点|長一些|長點|太短|簡單一點|好懂',
      '\\b(?:rewrite|rephrase|reword|shorten|shorter|longer|simplify|simpler|concise|casual|formal|informal|tone|plain(?:er)? (?:words|language|english)|easier to (?:read|understand))\\b',
      '書き直|書き換|言い換え|短く|長く|簡潔|簡単に|わかりやすく|分かりやすく|やさしく|カジュアル|口語|丁寧に|文体|トーン',
    ].join('|'),
    'u',
  ),
  republish:
    /重新?(?:發布|發佈|发布|上架|出版)|再(?:發布|發佈|发布|上架)|重發(?:一次|一遍|報告)?|\bre-?publish\b|\bpublish\b.{0,20}\bagain\b|再公開|公開し直|再発行/u,
};

const LANGUAGES_NAMED: Readonly<Record<Language, RegExp>> = {
  'zh-TW': /中文|繁中|國語|华文|華文|中国語|\b(?:chinese|mandarin)\b/u,
  ja: /日文|日語|日语|日本語|\bjapanese\b/u,
  en: /英文|英語|英语|\benglish\b/u,
};

/** Languages that Dossier does not search in. */
const FOREIGN =
  /法文|法語|德文|德語|韓文|韓語|西班牙文|俄文|泰文|越南文|印尼文|簡體|简体|フランス語|ドイツ語|韓国語|スペイン語|\b(?:french|german|korean|spanish|italian|russian|thai|vietnamese|simplified)\b/u;

/** Who forbids, asks or refers to another time does not simply wish. */
const DOUBTFUL =
  /不要|不用|別再|别再|不必|先不|不需要|為什麼|为什么|怎麼|怎么|什麼是|是什麼|しないで|不要です|なぜ|ですか|\b(?:don't|do not|not|never|why|what|how|instead of|without)\b/u;
/** 可以…嗎? is a wish, said politely. */
const POLITE =
  /可不可以|可以|能不能|能否|能|麻煩|請|嗎|好嗎|\b(?:can|could|would|will) you\b|\bplease\b|もらえますか|くれますか|いただけますか|ませんか|[?？]/gu;

/** What the words of a folded text say. */
export interface SaidWords {
  readonly kinds: readonly WishedKind[];
  readonly languages: readonly Language[];
  /** A language that is not searched in is named. */
  readonly isForeign: boolean;
  /** It forbids or asks. */
  readonly isDoubtful: boolean;
}

/** Reads a folded text by its words. */
export function saidWords(text: string): SaidWords {
  const kinds = KIND_NAMES.filter((kind) => KINDS[kind].test(text));
  const languages = LANGUAGE_NAMES.filter((language) => LANGUAGES_NAMED[language].test(text));
  const isForeign = FOREIGN.test(text);
  return { kinds, languages, isForeign, isDoubtful: DOUBTFUL.test(text.replaceAll(POLITE, ' ')) };
}

const KIND_NAMES = ['deepen', 'add-sources', 'rewrite', 'republish'] as const;
const LANGUAGE_NAMES = ['zh-TW', 'ja', 'en'] as const;
