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
  // 停 begins too many topics: 停車位不足.
  ...wordsOf('cancel').filter((word) => word.length > 1),
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

/** A wish for more sources that no rule understood: 來源太少，多找一些. */
const SOURCES = anyOf(phrases('來源、資料、文獻、參考書目'));
const LIKE_SOURCES = RegExp(
  `(?:補|多找|再找|再查).{0,12}(?:${SOURCES})|(?:${SOURCES}).{0,2}(?:太少|不夠|不足|不多)`,
  'u',
);

/** Who speaks of themselves, of the bot or of their day, or tells with a last word how they feel, talks. */
const TALKS = [
  `^(?:我(?!國|們與|的(?:研究|報告|論文|作業|專題|題目|主題))|你(?!好|我他)|您|咱們|今天|昨天|明天|剛剛|剛才|待會|等等|等下|等我|晚點|下次再|改天|先去|祝[你妳您大]|轉成|存成|翻成|好[累餓煩想棒]|太[貴慢久棒好長短爛扯誇])`,
  `(?:了|吧|啊|喔|哦|啦|耶|欸|呀|囉|嘛|咧|唷|喲|哈|噢|捏|[笑])[^\\p{L}\\p{N}]*$`,
  `^(?:i(?:'m|'ll|'ve| (?:love|like|hate|think|guess|feel|got|just|don't|can't|will|was|am))|(?:you|we)(?:'re| are)|(?:it|that|there|this)(?:'s| is)|let me|see you|sounds|looks|have a|happy (?:birthday|new year)|merry|good (?:night|luck|job|work|idea|bye)|nice (?:one|work|job|to)|sorry|lol|haha|wow|omg)(?![a-z'])`,
  '(?:(?:です|ます|ました|ません|でした)[ねよ]?|たよ|だよ|だね|たね|いね|いよ|かな|なあ|て|た|ない|でしょ|がんばれ)[^\\p{L}\\p{N}]*$',
].join('|');
const TALK = RegExp(TALKS, 'u');
/** Begins a question about the bot or its report, unless it names more: 你的資料從哪來. */
const ASKS_BOT = /^(?:你|您|這|報告|出了|怎麼那麼|看你)/u;
/** Talk that names this much is about something all the same. */
const MUCH = 12;

const NAMES_CHAPTER = RegExp(CHAPTER, 'u');

/** Whether a folded text that is no command is something to research: a question, or a topic. */
export function isResearchable(folded: string): boolean {
  const isAsked = hasQuestionWord(folded);
  const { total, content } = contentOf(isAsked ? withoutQuestionWords(folded) : folded);
  // 第二章在講什麼: what is said about the report is none to research, unless it names much else.
  if (NAMES_CHAPTER.test(folded) && content < ABOUT_REPORT) return false;
  if (isAsked) return content >= (ASKS_BOT.test(folded) ? ASKED.withMark : ASKED.withWord);
  // 深入火星, 取消第二章: somebody who means a command must not get a research for it.
  const isLikeCommand = LIKE_COMMAND.test(folded) || ENDS_LIKE_COMMAND.test(folded);
  if (isLikeCommand && content < LONG) return false;
  if (LIKE_SOURCES.test(folded) && content < LONG) return false;
  if (endsAsQuestion(folded)) return content >= ASKED.withMark;
  if (TALK.test(folded) && content < MUCH) return false;
  return total >= TOPIC.total && content >= TOPIC.content;
}
