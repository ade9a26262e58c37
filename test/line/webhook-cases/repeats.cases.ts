import type { Scene } from './scene.ts';
import { begins, SILENT, type Expected, type Post, type WebhookCase } from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const OTHER = '海水為什麼是鹹的？';
const ACCEPTED = 'user: 收到，開始研究';
const AGAIN = { deliveryContext: { isRedelivery: true } } as const;

function row(
  title: string,
  posts: (scene: Scene) => readonly Post[],
  expected: Expected,
): WebhookCase {
  return { title, posts, expected };
}

/** Events that come more than once, together, or in another order than they happened. */
export const REPEATS: readonly WebhookCase[] = [
  row(
    'the same event twice in one body',
    (scene) => [[scene.text(QUESTION), scene.text(QUESTION)]],
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'the same event ten times in one body',
    (scene) => [Array.from({ length: 10 }, () => scene.text(QUESTION))],
    { ...begins(QUESTION), handled: 1 },
  ),
  row('the same event in two bodies', (scene) => [[scene.text(QUESTION)], [scene.text(QUESTION)]], {
    ...begins(QUESTION),
    handled: 1,
  }),
  row(
    'a redelivered event of which the first was processed',
    (scene) => [[scene.text(QUESTION)], [scene.text(QUESTION, { event: AGAIN })]],
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'a redelivered event of which the first never came',
    (scene) => [[scene.text(QUESTION, { event: AGAIN })]],
    begins(QUESTION),
  ),
  row(
    'a redelivered event after others',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text('謝謝', { name: 'second', atMs: 1 })],
      [scene.text(QUESTION, { name: 'first', event: AGAIN })],
    ],
    { runs: [`user: ${QUESTION}`], replies: [ACCEPTED, 'user: 不客氣'], handled: 2 },
  ),
  row(
    'the same message under another event id',
    (scene) => [
      [scene.text(QUESTION, { name: 'first', message: 'same' })],
      [scene.text(QUESTION, { name: 'second', message: 'same' })],
    ],
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'another text under the same message id: another message',
    (scene) => [
      [scene.text('你好', { name: 'first', message: 'same' })],
      [scene.text(QUESTION, { name: 'second', message: 'same' })],
    ],
    { runs: [`user: ${QUESTION}`], replies: ['user: 你好，我是研究助理', ACCEPTED], handled: 2 },
  ),
  row(
    'the same message id in two chats: two messages',
    (scene) => [
      [scene.text(QUESTION, { name: 'first', message: 'same' })],
      [scene.text(QUESTION, { name: 'second', message: 'same', by: 'other' })],
    ],
    {
      runs: [`user: ${QUESTION}`, `other: ${QUESTION}`],
      replies: [ACCEPTED, 'other: 收到，開始研究'],
    },
  ),
  row(
    'a body of several people',
    (scene) => [
      [
        scene.text(QUESTION, { name: 'first' }),
        scene.text('你好', { name: 'second', by: 'other' }),
        scene.text(OTHER, { name: 'third', by: 'third' }),
        scene.inGroup(`@Dossier ${QUESTION}`, { name: 'fourth' }),
      ],
    ],
    {
      runs: [`user: ${QUESTION}`, `third: ${OTHER}`, `user in group: ${QUESTION}`],
      replies: [
        ACCEPTED,
        'other: 你好，我是研究助理',
        'third: 收到，開始研究',
        'group: 這個問題我收到了',
      ],
      handled: 4,
    },
  ),
  row(
    'a body of several people with poisoned events between theirs',
    (scene) => [
      [
        scene.text(QUESTION, { name: 'first' }),
        { type: 'message', message: { type: 'text', text: 5 } },
        scene.text(QUESTION, { name: 'strange', event: { source: { type: 'alien', id: 'x' } } }),
        scene.plain('message', { name: 'empty', event: { message: null } }),
        scene.text(OTHER, { name: 'third', by: 'third' }),
        scene.text(QUESTION, { name: 'standby', by: 'other', event: { mode: 'standby' } }),
      ],
    ],
    {
      runs: [`user: ${QUESTION}`, `third: ${OTHER}`],
      replies: [ACCEPTED, 'third: 收到，開始研究', 'user: 我目前只看得懂文字'],
    },
  ),
  row(
    'two questions of one person in one body: one begins, the other waits for a choice',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' }), scene.text(QUESTION, { name: 'second', atMs: 5 })],
    ],
    {
      runs: [`user: ${QUESTION}`],
      replies: [ACCEPTED, 'user: 目前還在研究'],
      state: [`user: pending ${QUESTION}`],
    },
  ),
  row(
    'no event id: the event is known by its content',
    (scene) => {
      const event = scene.text(QUESTION, { event: { webhookEventId: undefined } });
      return [[event], [event]];
    },
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'no event id, redelivered',
    (scene) => {
      const event = scene.text(QUESTION, { event: { webhookEventId: undefined } });
      return [[event], [{ ...event, ...AGAIN }]];
    },
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'an event id that could be a path',
    (scene) => [
      [scene.text(QUESTION, { event: { webhookEventId: `../../x/${scene.eventId()}` } })],
    ],
    begins(QUESTION),
  ),
  row(
    'an event id of 2,000 characters',
    (scene) => [[scene.text(QUESTION, { event: { webhookEventId: scene.eventId().repeat(77) } })]],
    begins(QUESTION),
  ),
  row(
    'no message id: the event alone is known',
    (scene) => {
      const event = scene.text(QUESTION, { content: { id: undefined } });
      return [[event], [event]];
    },
    { ...begins(QUESTION), handled: 1 },
  ),
  row(
    'no timestamp',
    (scene) => [[scene.text(QUESTION, { event: { timestamp: undefined, replyToken: undefined } })]],
    { runs: [`user: ${QUESTION}`] },
  ),
  row(
    'a timestamp beyond all calendars',
    (scene) => [[scene.text(QUESTION, { event: { timestamp: 1e300, replyToken: undefined } })]],
    { runs: [`user: ${QUESTION}`] },
  ),
  row(
    'standby: another module owns the chat',
    (scene) => [[scene.text(QUESTION, { event: { mode: 'standby', replyToken: undefined } })]],
    SILENT,
  ),
  row(
    'standby in spite of a reply token',
    (scene) => [[scene.text(QUESTION, { event: { mode: 'standby' } })]],
    SILENT,
  ),
  row(
    'a mode that LINE may add',
    (scene) => [[scene.text(QUESTION, { event: { mode: 'paused' } })]],
    SILENT,
  ),
  row(
    'no mode at all',
    (scene) => [[scene.text(QUESTION, { event: { mode: undefined } })]],
    begins(QUESTION),
  ),
  row(
    'a question without a reply token is taken on in silence',
    (scene) => [[scene.text(QUESTION, { event: { replyToken: undefined } })]],
    { runs: [`user: ${QUESTION}`], replies: [] },
  ),
  row(
    'a reply token that is used: the question is taken on, and nothing is sent twice',
    (scene) => [
      [scene.text('你好', { name: 'first' })],
      [
        scene.text(QUESTION, {
          name: 'second',
          event: { replyToken: scene.plain('x', { name: 'first' })['replyToken'] },
        }),
      ],
    ],
    { runs: [`user: ${QUESTION}`], replies: ['user: 你好，我是研究助理'], refused: 1 },
  ),
  row(
    'an event of half an hour ago: the token is old, the question is taken on',
    (scene) => [[scene.text(QUESTION, { atMs: -30 * 60_000, event: AGAIN })]],
    { runs: [`user: ${QUESTION}`], refused: 1 },
  ),
];
