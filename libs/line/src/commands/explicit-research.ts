import { wordsOf } from './command-table.ts';
import { anyOf, phrases } from './phrases.ts';
import { POLITE_START } from './politeness.ts';

const WORDS = wordsOf('research');
const isBehind = (word: string) => word.startsWith('を');

/** With a mark behind them these name a question as well: 新題目：地熱. */
const TOPIC_WORDS = wordsOf('new-topic');

/** 研究 and `research` begin nouns as well, and sentences about research; those stay whole. */
const BEHIND_NOUN = anyOf(
  phrases(`
    所、生、員、人員、者、院、室、中心、機構、團隊、小組、方法、報告、顯示、指出、發現、證實
    表明、證明、倫理、經費、費、成果、結果、領域、主題、題目、問題、設計、論文、資料、計畫、動機、目的、對象
    範圍、背景、架構、流程、是、的、有、與、和、及、上、型、用、を、の、が、は
  `),
);
const BEHIND_ENGLISH_NOUN = anyOf(
  phrases(`
    shows、suggests、says、finds、found、indicates、has、is、and、methods、method、paper、papers
    institute、university、center、centre、question、questions、proposal、design、ethics、funding
    assistant、report、reports
  `),
);
const STARTS_NOUN = RegExp(`^(?:${BEHIND_NOUN}| +(?:${BEHIND_ENGLISH_NOUN}))`, 'u');

const BEFORE = RegExp(
  `^(?<polite>${POLITE_START})(?:(?<word>${anyOf(WORDS.filter((word) => !isBehind(word)))})(?:一下|看看|看)?|(?:${anyOf(TOPIC_WORDS)})(?= *[:：,，]|(?<=\\p{Script=Han}) ))`,
  'u',
);
/** What stands between the word and the question: marks, but none that opens a quotation. */
const RELATION = RegExp(
  `^[^\\p{L}\\p{N}「『《（(\\[{"']*(?:關於|有關|${anyOf(phrases('on、into、about、the topic of'))})? *`,
  'u',
);

/** What a Japanese sentence ends with. */
const BEHIND = RegExp(
  `(?:について|に関して|のことを|を)?(?:${anyOf(WORDS.filter(isBehind).map((word) => word.slice(1)))})(?:ほしい|欲しい|もらえますか|くれますか|くれる|ください|下さい|お願いします)?(?:です)?[^\\p{L}\\p{N}]*$`,
  'u',
);

/**
 * Where in a text the question stands that an explicit word (研究, look into, を調べて, ...) asks to
 * research; undefined without such a word. `folded` is the folded text.
 */
export function explicitResearch(folded: string): { start: number; end: number } | undefined {
  const before = BEFORE.exec(folded);
  if (before !== null) {
    const start = before[0].length;
    const { polite = '', word = '' } = before.groups ?? {};
    const rest = folded.slice(start);
    const isNoun =
      (word === '研究' || word === 'research') && polite === '' && STARTS_NOUN.test(rest);
    const relation = RELATION.exec(rest)?.[0] ?? '';
    if (!isNoun) return { start: start + relation.length, end: folded.length };
  }
  const behind = BEHIND.exec(folded);
  return behind === null ? undefined : { start: 0, end: behind.index };
}
