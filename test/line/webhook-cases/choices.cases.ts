import { encodePostback } from '@dossier/line';
import type { WebhookCase, Expected } from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const OTHER = '海水為什麼是鹹的？';
const ACCEPTED = 'user: 收到，開始研究';
const BUSY = 'user: 目前還在研究';
const RUN = `user: ${QUESTION}`;

/** A tap on one of the choices for a second question. */
function chosen(
  title: string,
  act: 'wait' | 'cancel-first' | 'queue' | 'research',
  expected: Expected,
  taps = 1,
): WebhookCase {
  return {
    title,
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text(OTHER, { name: 'second', atMs: 1 })],
      ...Array.from({ length: taps }, (_, tap) => {
        const data = encodePostback({ act, pending: scene.runId('second') });
        return [scene.postback(data, { name: `tap ${tap}`, atMs: 2 + tap })];
      }),
    ],
    expected: {
      runs: [RUN],
      ...expected,
      replies: [ACCEPTED, BUSY, ...(expected.replies ?? [])],
    },
  };
}

/** What becomes of a question that came while another was researched, or was unclear. */
export const CHOICES: readonly WebhookCase[] = [
  chosen('to wait', 'wait', { replies: ['user: 先等目前的研究完成'] }),
  chosen('to queue', 'queue', { replies: ['user: 排在第 1 個'], state: [`user: queued ${OTHER}`] }),
  chosen('to cancel the first', 'cancel-first', {
    runs: [`${RUN} (cancelled)`, `user: ${OTHER}`],
    replies: [ACCEPTED],
  }),
  chosen('to research all the same: the choice comes again', 'research', {
    replies: [BUSY],
    state: [`user: pending ${OTHER}`],
  }),
  chosen(
    'to queue, twice',
    'queue',
    {
      replies: ['user: 排在第 1 個', 'user: 這個按鈕已經失效了'],
      state: [`user: queued ${OTHER}`],
    },
    2,
  ),
  {
    title: 'a choice of somebody else in a group is refused',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.inGroup(`@Dossier ${OTHER}`, { name: 'second', by: 'other', atMs: 1 })],
      [
        scene.postback(encodePostback({ act: 'queue', pending: scene.runId('second') }), {
          name: 'tap',
          in: 'group',
          by: 'third',
          atMs: 2,
        }),
      ],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 目前還在研究', 'group: 這個研究是別人提出的'],
      state: [`group: pending ${OTHER}`],
    },
  },
  {
    title: 'an unclear text that is to be researched',
    posts: (scene) => [
      [scene.text('火星', { name: 'first' })],
      [
        scene.postback(encodePostback({ act: 'research', pending: scene.runId('first') }), {
          name: 'tap',
          atMs: 1,
        }),
      ],
    ],
    expected: { runs: ['user: 火星'], replies: ['user: 我不確定', ACCEPTED] },
  },
  {
    title: 'four questions for a queue of three',
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text(`${OTHER}a`, { name: 'a', atMs: 1 })],
      [
        scene.postback(encodePostback({ act: 'queue', pending: scene.runId('a') }), {
          name: 'tap',
        }),
      ],
      // Once there is a queue, it is clear where a question goes.
      ...['b', 'c', 'd'].map((name) => [scene.text(`${OTHER}${name}`, { name, atMs: 2 })]),
    ],
    expected: {
      runs: [RUN],
      replies: [
        ACCEPTED,
        BUSY,
        'user: 排在第 1 個',
        'user: 排在第 2 個',
        'user: 排在第 3 個',
        'user: 排隊的問題已經有 3 個',
      ],
      state: ['a', 'b', 'c'].map((name) => `user: queued ${OTHER}${name}`),
    },
  },
  {
    title: 'a cancel begins what is first in the queue',
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text(OTHER, { name: 'second', atMs: 1 })],
      [
        scene.postback(encodePostback({ act: 'queue', pending: scene.runId('second') }), {
          name: 'tap',
          atMs: 2,
        }),
      ],
      [scene.text('取消', { name: 'third', atMs: 3 })],
    ],
    expected: {
      runs: [`${RUN} (cancelled)`, `user: ${OTHER}`],
      replies: [ACCEPTED, BUSY, 'user: 排在第 1 個', 'user: 接著開始研究排隊的問題'],
    },
  },
  {
    title: 'a quoted answer names the run that is spoken of',
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text('換題目', { name: 'second', atMs: 1 })],
      (seen) => [
        scene.text('進度', {
          name: 'third',
          atMs: 2,
          content: { quotedMessageId: seen.botMessageId },
        }),
      ],
    ],
    expected: {
      runs: [RUN],
      replies: [ACCEPTED, 'user: 好，換個題目', 'user: 這裡還沒有研究過的題目'],
    },
  },
];
