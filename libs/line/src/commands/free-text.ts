import { CHAPTER } from './chapter-number.ts';
import { wordsOf } from './command-table.ts';
import { contentOf } from './content.ts';
import { anyOf, phrases } from './phrases.ts';
import { POLITE_START } from './politeness.ts';
import { endsAsQuestion, hasQuestionWord, withoutQuestionWords } from './question-words.ts';

/** From here on a text without a sign of a question is a topic: four Chinese characters (碳費制度), two words. */
const TOPIC = { total: 4, content: 4 };
/** What names a chapter and less than this besides speaks of the report, not of a topic. */
const ABOUT_REPORT = 6;
/** How much a question must name beside its question word, or beside a mere question mark. */
const ASKED = { withWord: 2, withMark: 4 };
/** A text that begins like a command and says more than this is none that went wrong. */
const LONG = 20;

const VERBS = [
  ...wordsOf('cancel'),
  ...wordsOf('retry'),
  ...wordsOf('republish'),
  ...wordsOf('approve-plan'),
  ...wordsOf('edit-plan'),
  ...wordsOf('rewrite'),
  ...phrases(`
    深入、展開、加深、深掘り、掘り下げ、deepen、補充、增加、新增、加上、補上、追加、add
    改成、改為、翻譯成、縮短、簡化、這份、整份
  `),
];
const LIKE_COMMAND = RegExp(
  `^${POLITE_START}(?:[把將] *)?(?!深入(?:研究|探討|分析|了解|瞭解|調查|淺出)|同意[書權])(?:${anyOf(VERBS)}|${CHAPTER})`,
  'u',
);

/** The same where the verb stands last. */
const LAST_VERBS = [
  ...wordsOf('rewrite'),
  ...phrases('深入、書き直し、書き換え、深掘り、掘り下げ、詳しく、追加'),
];
const AFTER_VERB = phrases(`
  一點、一些、一下、一次、吧、して、し、てください、ください、下さい、ほしい、欲しい、お願いします
`);
const ENDS_LIKE_COMMAND = RegExp(
  `(?:${anyOf(LAST_VERBS)})(?:${anyOf(AFTER_VERB)}){0,3}[^\\p{L}\\p{N}]*$`,
  'u',
);

const NAMES_CHAPTER = RegExp(CHAPTER, 'u');

/** Whether a folded text that is no command is something to research: a question, or a topic. */
export function isResearchable(folded: string): boolean {
  const isAsked = hasQuestionWord(folded);
  const { total, content } = contentOf(isAsked ? withoutQuestionWords(folded) : folded);
  // 第二章在講什麼: what is said about the report is none to research, unless it names much else.
  if (NAMES_CHAPTER.test(folded) && content < ABOUT_REPORT) return false;
  if (isAsked) return content >= ASKED.withWord;
  // 深入火星, 取消第二章: somebody who means a command must not get a research for it.
  const isLikeCommand = LIKE_COMMAND.test(folded) || ENDS_LIKE_COMMAND.test(folded);
  if (isLikeCommand && content < LONG) return false;
  if (endsAsQuestion(folded)) return content >= ASKED.withMark;
  return total >= TOPIC.total && content >= TOPIC.content;
}
