import type { RunId } from '@dossier/contracts';
import { encodePostback } from '@dossier/line';
import type { Scene } from './scene.ts';
import { one, SILENT, type Expected, type WebhookCase } from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const ACCEPTED = 'user: 收到，開始研究';
const INVALID: Expected = { replies: ['user: 這個按鈕已經失效了'] };
const RUN = `user: ${QUESTION}`;

/** A button of nobody's making. */
function forged(title: string, data: unknown): WebhookCase {
  return one(title, (scene) => scene.postback(data), INVALID);
}

/** A tap after the person's question was taken on. */
function tapped(
  title: string,
  data: (run: RunId, scene: Scene) => string,
  expected: Expected,
): WebhookCase {
  return {
    title,
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.postback(data(scene.runId('first'), scene), { name: 'tap', atMs: 1 })],
    ],
    expected: { runs: [RUN], ...expected, replies: [ACCEPTED, ...(expected.replies ?? [])] },
  };
}

const about =
  (
    act:
      | 'status'
      | 'cancel'
      | 'link'
      | 'versions'
      | 'republish'
      | 'retry'
      | 'select'
      | 'approve-plan'
      | 'edit-plan',
  ) =>
  (runId: RunId) =>
    encodePostback({ act, run: { runId, version: 1 } });

/** What a tap on a button may bring. */
export const BUTTONS: readonly WebhookCase[] = [
  forged('no action of ours', 'action=buy&itemid=123'),
  forged('an action that there is not', 'v=1&act=explode'),
  forged('an old spelling', 'v=1&act=approve&run=01JABCDEF&ver=2&gate=publish'),
  forged('a path for a run', 'v=1&act=status&run=../../etc&ver=-1'),
  forged('markup', 'v=1&act=status&run=<script>alert(1)</script>&ver=1'),
  forged('JSON', '{"act":"status","__proto__":{"x":1}}'),
  forged('a name of JavaScript', 'v=1&act=constructor'),
  forged('nothing', ''),
  forged('no text', 42),
  forged('null', null),
  forged('300 characters and one', `v=1&act=help&${'x'.repeat(288)}`),
  forged('100,000 characters', 'x'.repeat(100_000)),
  forged('the same field twice', 'v=1&act=help&act=help'),
  forged('another order', 'act=help&v=1'),
  forged('one field too many', 'v=1&act=help&x=1'),
  forged('another version of the spelling', 'v=2&act=help'),
  forged(
    'a run that nobody knows',
    'v=1&act=status&run=00000000-0000-5000-8000-000000000000&ver=1',
  ),
  one('a postback without data', (scene) => scene.postback(undefined), INVALID),
  one('a postback without a postback', (scene) => scene.plain('postback'), INVALID),
  one('a tap on help', (scene) => scene.postback(encodePostback({ act: 'help' })), {
    replies: ['user: 把問題寫成附上出處的報告'],
  }),
  one(
    'a tap on the history, when there is none',
    (scene) => scene.postback(encodePostback({ act: 'history' })),
    {
      replies: ['user: 這裡還沒有研究過的題目'],
    },
  ),
  one('a tap on another topic', (scene) => scene.postback(encodePostback({ act: 'new-topic' })), {
    replies: ['user: 好，換個題目'],
  }),
  one(
    'a tap with the parameters of a date picker',
    (scene) =>
      scene.postback('when', {
        event: { postback: { data: 'when', params: { date: '2026-12-01' } } },
      }),
    INVALID,
  ),
  one(
    'a tap in standby',
    (scene) => scene.postback(encodePostback({ act: 'help' }), { event: { mode: 'standby' } }),
    SILENT,
  ),
  tapped('a tap on the progress', about('status'), { replies: ['user: 進行中：規劃'] }),
  tapped('a tap on the link, before there is one', about('link'), {
    replies: ['user: 進行中：規劃'],
  }),
  tapped('a tap on cancel', about('cancel'), {
    runs: [`${RUN} (cancelled)`],
    replies: ['user: 已經取消研究'],
  }),
  tapped('a tap on the versions', about('versions'), { replies: [`user: ${QUESTION}`] }),
  tapped('a tap on retry, while it goes on', about('retry'), { replies: ['user: 還在製作'] }),
  tapped('a tap on agreeing to a plan that waits for nobody', about('approve-plan'), {
    replies: ['user: 目前沒有等待確認的計畫'],
  }),
  tapped('a tap on changing a plan that waits for nobody', about('edit-plan'), {
    replies: ['user: 目前沒有等待確認的計畫'],
  }),
  tapped('a tap on publishing again, before anything is published', about('republish'), {
    replies: ['user: 還在製作'],
  }),
  tapped('a tap on choosing a report', about('select'), { replies: ['user: 已經切換到'] }),
  tapped(
    'a tap on a chapter, before there is one',
    (runId) => encodePostback({ act: 'deepen', run: { runId, version: 1 }, chapter: 2 }),
    { replies: ['user: 還在製作'] },
  ),
  tapped(
    'a tap on sources, before there are any',
    (runId) => encodePostback({ act: 'add-sources', run: { runId, version: 1 } }),
    { replies: ['user: 還在製作'] },
  ),
  tapped(
    'a version that there is not',
    (runId) => encodePostback({ act: 'status', run: { runId, version: 7 } }),
    { replies: ['user: 這個按鈕已經失效了'] },
  ),
  tapped(
    'a choice for a question that does not wait',
    (pending) => encodePostback({ act: 'queue', pending }),
    { replies: ['user: 這個按鈕已經失效了'] },
  ),
  {
    title: 'the same tap delivered twice',
    posts: (scene) => {
      const tap = scene.postback(about('cancel')(scene.runId('first')), { name: 'tap', atMs: 1 });
      return [[scene.text(QUESTION, { name: 'first' })], [tap, tap], [tap]];
    },
    expected: {
      runs: [`${RUN} (cancelled)`],
      replies: [ACCEPTED, 'user: 已經取消研究'],
      handled: 2,
    },
  },
  {
    title: 'a second tap on cancel',
    posts: (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      ...['tap', 'tap again'].map((name) => [
        scene.postback(about('cancel')(scene.runId('first')), { name }),
      ]),
    ],
    expected: {
      runs: [`${RUN} (cancelled)`],
      replies: [ACCEPTED, 'user: 已經取消研究', 'user: 沒有可以取消的工作'],
    },
  },
  ...(['status', 'cancel', 'link', 'versions', 'republish', 'retry', 'select'] as const).map(
    (act) => ({
      title: `a tap on ${act} of a run in another chat tells nothing of it`,
      posts: (scene: Scene) => [
        [scene.text(QUESTION, { name: 'first' })],
        [scene.postback(about(act)(scene.runId('first')), { name: 'tap', by: 'other' as const })],
      ],
      expected: { runs: [RUN], replies: [ACCEPTED, 'other: 這個按鈕已經失效了'] },
    }),
  ),
  {
    title: 'a tap on somebody else’s cancel in a group is refused',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [
        scene.postback(about('cancel')(scene.runId('first')), {
          name: 'tap',
          in: 'group',
          by: 'other',
        }),
      ],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 這個研究是別人提出的'],
    },
  },
  {
    title: 'a tap on the progress in a group is everybody’s',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [
        scene.postback(about('status')(scene.runId('first')), {
          name: 'tap',
          in: 'group',
          by: 'nobody',
        }),
      ],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 進行中：規劃'],
    },
  },
];
