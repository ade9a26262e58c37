import { LANGUAGES, type Language } from '@dossier/contracts';
import { CHAPTER, chapterNumber } from './chapter-number.ts';
import { wordsOf } from './command-table.ts';
import { anyOf, phrases } from './phrases.ts';

/** One or a few words of a wish about a report, and where in the text they begin. */
export type WishToken = WishWord & { readonly index: number };

type WishWord =
  | { readonly kind: 'chapter'; readonly chapter: number }
  /** Without `language`: one that Dossier does not search in. */
  | { readonly kind: 'language'; readonly language?: Language }
  /** `more`: 補充, which may be said of a chapter as well as of sources. */
  | { readonly kind: 'deepen' | 'add' | 'more' | 'sources' }
  /** Sources of one kind, for example 論文: more than a wish for sources says. */
  | { readonly kind: 'special' }
  /** A mark, which separates. */
  | { readonly kind: 'mark' }
  /** Spaces and small words without a meaning of their own here. */
  | { readonly kind: 'filler' }
  /** A character that belongs to none of these. */
  | { readonly kind: 'other' };

const LANGUAGE_WORDS: Readonly<Record<Language, readonly string[]>> = {
  'zh-TW': phrases(`
    繁體中文、正體中文、中文、繁中、華文、中国語、台湾語、traditional chinese、chinese
    mandarin、zh
  `),
  ja: phrases('日文、日語、日本語、japanese、ja、jp'),
  en: phrases('英文、英語、english、en'),
};
const OTHER_LANGUAGES = phrases(`
  法文、法語、德文、德語、韓文、韓語、西班牙文、西班牙語、義大利文、葡萄牙文、俄文
  泰文、越南文、印尼文、拉丁文、簡體中文、簡中
  french、german、korean、spanish、italian、portuguese、russian、thai、vietnamese
  simplified chinese
  韓国語、フランス語、ドイツ語、スペイン語
`);
const SOURCES = phrases(`
  資料來源、參考資料、參考文獻、來源、資料、文獻、出處
  sources、source、references、reference、material、materials
  情報源、ソース、資料、出典、文献
`);
const SPECIAL_SOURCES = phrases(`
  論文、期刊、新聞、報導、書籍、網站、統計、數據、研究
  papers、articles、news、studies、statistics、websites、books
  記事、ニュース、統計、データ
`);
const MORE = phrases('補充、補、補上、增補、更多、多一點、多一些、more、find more');
const FILLERS = phrases(`
  的、之、再、更、也、還、多、把、將、對、針對、於、在、從、到、用、裡、內、中、上、下
  和、與、跟、及、以及、還有、並、並且、而且、然後、同時、順便、請、麻煩、你、幫、幫忙
  幫我、我、我想、我要、想、想要、我想要、看、可以、可不可以、能、能不能、一下、一點、一些、點、些
  幾個、個、地、得、吧、嗎、呢、啊、喔、哦、啦、囉、好嗎、好不好、謝謝、內容、部分
  說明、說、講、寫、找、給、這、就、了、都、全部、每一章、每章、最後一章、前一章、上一章、下一章、這一章、那一章、哪一章、知道、一下、整份、這份、報告、有、有沒有、語言、語
  please、pls、can、could、would、you、i、want、to、me、the、a、an、in、on、into、for
  from、of、with、about、by、some、further、additional、and、also、then、or、it
  language、a bit、a few、few、several、i'd、like、thanks、thank
  を、に、へ、の、も、と、で、は、が、や、から、もう少し、もっと、さらに、更に、して
  してください、して下さい、ください、下さい、お願いします、お願い、書いて、教えて
  説明して、ほしい、欲しい、言語
`);

const KINDS: readonly (readonly [kind: string, pattern: string])[] = [
  ['chapter', CHAPTER],
  ['deepen', anyOf([...wordsOf('deepen'), '深'])],
  ['foreign', anyOf(OTHER_LANGUAGES)],
  ...LANGUAGES.map(
    (language) => [language.replace('-', ''), anyOf(LANGUAGE_WORDS[language])] as const,
  ),
  ['sources', anyOf(SOURCES)],
  ['special', anyOf(SPECIAL_SOURCES)],
  ['more', anyOf(MORE)],
  ['add', anyOf(wordsOf('add-sources').filter((word) => !MORE.includes(word)))],
  ['filler', `${anyOf(FILLERS)}| +`],
  ['mark', String.raw`[^\p{L}\p{N} ]`],
  ['other', String.raw`[a-z]+|\d+|[^]`],
];
const TOKEN = RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'gu');

/** Reads a folded text word by word; every part of it is in one token. */
export function wishTokens(folded: string): WishToken[] {
  return Array.from(folded.matchAll(TOKEN), ({ 0: text, index, groups = {} }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    return { ...wordOf(kind, text), index };
  });
}

function wordOf(kind: string | undefined, text: string): WishWord {
  const language = LANGUAGES.find((known) => known.replace('-', '') === kind);
  if (language !== undefined) return { kind: 'language', language };
  switch (kind) {
    case 'chapter':
      return { kind, chapter: chapterNumber(text) };
    case 'foreign':
      return { kind: 'language' };
    case 'deepen':
    case 'add':
    case 'more':
    case 'sources':
    case 'special':
    case 'mark':
    case 'filler':
      return { kind };
    default:
      return { kind: 'other' };
  }
}
