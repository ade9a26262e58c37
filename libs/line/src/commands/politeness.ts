import { anyOf, phrases } from './phrases.ts';

const BEFORE = phrases(`
  你好、大家好、嗨、哈囉、早安、午安、晚安、謝謝、請問、請你、請、麻煩你、麻煩、幫忙、幫我、幫、可不可以、能不能、可以、能
  我想要、我想、我要、想要、想、給我、那就、那、來、我、我們、現在、目前、查看、看、開始
  hi、hello、hey、thanks、please、pls、plz、can you、could you、would you、can i、could i、i want to
  i'd like to、i would like to、let's、ok、okay、just、give me、show me、show、check
  こんにちは、ありがとう、すみません、すいません、ちょっと、では、じゃあ
`);
const AFTER = phrases(`
  一下下、一下、一次、這份報告、給我、吧、嗎、呢、啊、喔、哦、噢、啦、囉、好嗎、好不好、可以嗎
  行嗎、謝謝你、謝謝、感謝、謝啦、拜託、麻煩了、麻煩你了、麻煩你
  please、pls、plz、thanks、thank you、thx、now、for me
  してください、して下さい、ください、下さい、をお願いします、お願いします、お願い
  にしたい、を見せて、見せて、します、を教えて、教えて、して、は、です、を
`);

/** What a command may begin with, and a question to research must not lose. */
const BEFORE_COMMAND = phrases(`
  先、再、我的、打開、開啟、列出、把、傳、到底、大概、想知道、我想知道
  send me、send、open、read、list、my、the
`);

const EDGE = String.raw`[^\p{L}\p{N}]*`;

/**
 * A regular expression's source for the polite words, if any, that a folded text begins with. Each is
 * taken as found first, by way of the group: 我想 read as 我 and 想 too would take for ever on 我想我想….
 */
export const POLITE_START = `(?:(?=(?<courtesy>[^\\p{L}\\p{N}]|${anyOf(BEFORE)}))\\k<courtesy>)*`;

const HEAD = RegExp(`^${EDGE}(?:${anyOf([...BEFORE, ...BEFORE_COMMAND])})${EDGE}`, 'u');
const TAIL = RegExp(`${EDGE}(?:${anyOf(AFTER)})${EDGE}$`, 'u');
const MARKS = RegExp(`^${EDGE}|${EDGE}$`, 'gu');
const SPACE_IN_CJK = /(?<=[^\p{Script=Latin}\d ]) +| +(?=[^\p{Script=Latin}\d ])/gu;

/** A folded sentence without marks and emojis at its edges, and without spaces in Chinese. */
export function withoutMarks(folded: string): string {
  return folded.replaceAll(MARKS, '').replaceAll(SPACE_IN_CJK, '');
}

/**
 * What is left of a folded sentence at each step of taking off polite words, from either end first. Each
 * step counts, since a polite word may be a part of a command, as 可以 is of 你可以做什麼 and 嗎 of 好了嗎.
 */
export function barer(folded: string): string[] {
  const said = withoutMarks(folded);
  return [...new Set([...stepsOf(said, HEAD, TAIL), ...stepsOf(said, TAIL, HEAD)])];
}

function stepsOf(said: string, first: RegExp, second: RegExp): string[] {
  const steps = [said];
  for (;;) {
    const last = steps.at(-1) ?? '';
    const without = last.replace(first, '');
    const next = without === last ? last.replace(second, '') : without;
    if (next === last || next === '') return steps;
    steps.push(next);
  }
}
