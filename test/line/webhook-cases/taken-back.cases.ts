import type { Scene } from './scene.ts';
import {
  beginsInGroup,
  one,
  SILENT,
  type Expected,
  type Post,
  type WebhookCase,
} from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const OTHER = '海水為什麼是鹹的？';
const SECRET = '我的祕密題目';
const ACCEPTED = 'user: 收到，開始研究';
const IN_GROUP = 'group: 這個問題我收到了';

function row(
  title: string,
  posts: (scene: Scene) => readonly Post[],
  expected: Expected,
): WebhookCase {
  return { title, posts, expected };
}

/** Messages that are taken back or changed. */
export const TAKEN_BACK: readonly WebhookCase[] = [
  row(
    'unsent while it is planned: cancelled, and its words erased',
    (scene) => [[scene.text(QUESTION, { name: 'first' })], [scene.unsend('first', { atMs: 1 })]],
    { runs: ['user: （已收回的訊息） (cancelled)'], replies: [ACCEPTED] },
  ),
  row(
    'unsent before it came: it does not count any more',
    (scene) => [
      [scene.unsend('first', { atMs: 1 })],
      [scene.text(`${SECRET}是什麼？`, { name: 'first' })],
    ],
    { handled: 1, nowhere: [SECRET] },
  ),
  row(
    'unsent in the same body, before it',
    (scene) => [[scene.unsend('first', { atMs: 1 }), scene.text(QUESTION, { name: 'first' })], []],
    {},
  ),
  row(
    'unsent twice',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.unsend('first', { atMs: 1 })],
      [scene.unsend('first', { atMs: 1, name: 'again' })],
    ],
    { runs: ['user: （已收回的訊息） (cancelled)'], replies: [ACCEPTED] },
  ),
  row(
    'unsent, and delivered again after that',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.unsend('first', { atMs: 1 })],
      [scene.text(QUESTION, { name: 'first', event: { deliveryContext: { isRedelivery: true } } })],
    ],
    { runs: ['user: （已收回的訊息） (cancelled)'], replies: [ACCEPTED] },
  ),
  row(
    'a question that waits for a choice is unsent: it waits no more',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text(`${SECRET}是什麼？`, { name: 'second', atMs: 1 })],
      [scene.unsend('second', { atMs: 2 })],
    ],
    { runs: [`user: ${QUESTION}`], replies: [ACCEPTED, 'user: 目前還在研究'] },
  ),
  row(
    'an unclear text is unsent: it waits no more',
    (scene) => [[scene.text('火星', { name: 'first' })], [scene.unsend('first', { atMs: 1 })]],
    { replies: ['user: 我不確定'] },
  ),
  one('an unsend of a message that nobody knows', (scene) => scene.unsend('unknown'), {
    handled: 1,
  }),
  one(
    'an unsend that does not say of what',
    (scene) => scene.unsend('x', { event: { unsend: undefined } }),
    SILENT,
  ),
  row(
    'an unsend in another chat touches nothing here',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.unsend('first', { by: 'other', atMs: 1 })],
    ],
    { runs: [`user: ${QUESTION}`], replies: [ACCEPTED] },
  ),
  row(
    'an unsend in a group that names nobody',
    (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.unsend('first', { in: 'group', by: 'nobody', atMs: 1 })],
    ],
    { runs: ['user in group: （已收回的訊息） (cancelled)'], replies: [IN_GROUP] },
  ),
  row(
    'edited while it is planned: the new words are researched',
    (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first', message: 'm' })],
      [scene.edited(`/研究 ${OTHER}`, { name: 'second', message: 'm', atMs: 1 })],
    ],
    {
      runs: [`user in group: ${QUESTION} (cancelled)`, `user in group: ${OTHER}`],
      replies: [IN_GROUP, IN_GROUP],
    },
  ),
  row(
    'edited before the original came: only the new words count',
    (scene) => [
      [scene.edited(`/研究 ${OTHER}`, { name: 'second', message: 'm', atMs: 1 })],
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first', message: 'm' })],
    ],
    { ...beginsInGroup(OTHER), handled: 1 },
  ),
  row(
    'edited twice, out of order: the newest words count',
    (scene) => [
      [scene.edited(`/研究 ${OTHER}`, { name: 'third', message: 'm', atMs: 2 })],
      [scene.edited(`/研究 ${QUESTION}`, { name: 'second', message: 'm', atMs: 1 })],
    ],
    { ...beginsInGroup(OTHER), handled: 1 },
  ),
  row(
    'edited so that it does not speak to the bot any more: given up in silence',
    (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first', message: 'm' })],
      [scene.edited('沒事了', { name: 'second', message: 'm', atMs: 1 })],
    ],
    { runs: [`user in group: ${QUESTION} (cancelled)`], replies: [IN_GROUP] },
  ),
  row(
    'edited so that it speaks to the bot: it is taken on',
    (scene) => [
      [scene.text(QUESTION, { in: 'group', name: 'first', message: 'm' })],
      [scene.edited(`/研究 ${QUESTION}`, { name: 'second', message: 'm', atMs: 1 })],
    ],
    { ...beginsInGroup(QUESTION), handled: 1 },
  ),
  row(
    'an edit of chatter is chatter: that it was is all that is remembered',
    (scene) => [
      [scene.text('吃飯', { in: 'group', name: 'first', message: 'm' })],
      [scene.edited('吃麵', { name: 'second', message: 'm', atMs: 1 })],
    ],
    { handled: 1, nowhere: ['吃麵'] },
  ),
  row(
    'edited so that it does not speak to the bot, before the original came: nothing is begun',
    (scene) => [
      [scene.edited('沒事了', { name: 'second', message: 'm', atMs: 1 })],
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first', message: 'm' })],
    ],
    { handled: 1 },
  ),
  row(
    'edited, then unsent: given up, and erased',
    (scene) => [
      [scene.edited(`/研究 ${OTHER}`, { name: 'second', message: 'm', atMs: 1 })],
      [scene.unsend('m', { in: 'group', atMs: 2 })],
    ],
    { runs: ['user in group: （已收回的訊息） (cancelled)'], replies: [IN_GROUP] },
  ),
  row(
    'unsent, then an edit of before that comes',
    (scene) => [
      [scene.unsend('m', { in: 'group', atMs: 2 })],
      [scene.edited(`/研究 ${OTHER}`, { name: 'second', message: 'm', atMs: 1 })],
    ],
    {},
  ),
  row(
    'the same edit twice',
    (scene) => {
      const edit = scene.edited(`/研究 ${OTHER}`, { name: 'second', message: 'm', atMs: 1 });
      return [[edit], [edit], [edit, edit]];
    },
    { ...beginsInGroup(OTHER), handled: 1 },
  ),
  one(
    'an edited message that carries no text',
    (scene) => scene.edited('', { content: { text: undefined } }),
    { handled: 1 },
  ),
  one(
    'an edit alone with the bot, which LINE does not have yet',
    (scene) => scene.edited(QUESTION, { in: 'chat' }),
    {
      runs: [`user: ${QUESTION}`],
      replies: [ACCEPTED],
    },
  ),
];
