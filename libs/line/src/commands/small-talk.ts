import { anyOf, phrases } from './phrases.ts';

/** Longer texts say more than hello or thank you. */
const MAX_SMALL_TALK = 60;

const GREETINGS = phrases(`
  你好、大家好、嗨、哈囉、哈嘍、哈羅、安安、早安、早上好、早、午安、晚安、在嗎、有人嗎
  有人在嗎
  hi、hello、hey、yo、how are you、how are you doing、good morning、good afternoon、good evening、greetings
  こんにちは、こんにちわ、こんばんは、おはよう、おはようございます、もしもし
  はじめまして、初めまして、ハロー、よろしくお願いします
`);
const THANKS = phrases(`
  謝謝、感謝、謝啦、謝了、多謝、感恩、謝、辛苦了、3q
  thanks、thank you、thank u、thx、ty、cheers
  ありがとう、ありがとうございます、ありがとうございました、感謝します、お疲れ様
  お疲れさま、助かりました、サンキュー
`);
const FILLERS = phrases(`
  你、你們、大家、的、幫忙、幫助、協助、回覆、非常、十分、太、真的、很、好、好的、收到
  了解、了、啊、呀、喔、哦、啦、囉、助理、小幫手、機器人、請多指教、嗎、太棒了、很有幫助、有幫助
  there、everyone、all、bot、dossier、so much、very much、a lot、for your help
  for the help、many、ok、okay、great、got it
  です、ね、よろしく、どうも、本当に、とても、了解、です、でした
  皆さん、みなさん
`);

const TOKEN = RegExp(
  String.raw`(?<thanks>${anyOf(THANKS)})|(?<greeting>${anyOf(GREETINGS)})|(?<filler>${anyOf(FILLERS)}|[^\p{L}\p{N}]+)|(?<other>[^])`,
  'gu',
);

/** Which small talk a folded text is, if it is nothing else. */
export function smallTalkOf(folded: string): 'greeting' | 'thanks' | undefined {
  if (folded.length > MAX_SMALL_TALK) return undefined;
  const found = { thanks: false, greeting: false };
  for (const { groups = {} } of folded.matchAll(TOKEN)) {
    if (groups['other'] !== undefined) return undefined;
    found.thanks ||= groups['thanks'] !== undefined;
    found.greeting ||= groups['greeting'] !== undefined;
  }
  if (found.thanks) return 'thanks';
  return found.greeting ? 'greeting' : undefined;
}
