import type { Scene } from './scene.ts';
import { one, SILENT, type Expected, type Post, type WebhookCase } from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const WELCOME = 'user: 你好，我是研究助理 Dossier';
const ONLY_TEXT = { replies: ['user: 我目前只看得懂文字'] };

function row(
  title: string,
  posts: (scene: Scene) => readonly Post[],
  expected: Expected,
): WebhookCase {
  return { title, posts, expected };
}

function media(title: string, content: Readonly<Record<string, unknown>>): WebhookCase {
  return one(title, (scene) => scene.media(content), ONLY_TEXT);
}

/** Who comes and goes, what is no text, and what LINE may send besides. */
export const PEOPLE: readonly WebhookCase[] = [
  one(
    'a new friend',
    (scene) => scene.plain('follow', { event: { follow: { isUnblocked: false } } }),
    {
      replies: [WELCOME],
    },
  ),
  one(
    'a friend who comes back',
    (scene) => scene.plain('follow', { event: { follow: { isUnblocked: true } } }),
    {
      replies: [WELCOME],
    },
  ),
  one('a follow without details', (scene) => scene.plain('follow'), { replies: [WELCOME] }),
  row('a follow twice', (scene) => [[scene.plain('follow')], [scene.plain('follow')]], {
    replies: [WELCOME],
    handled: 1,
  }),
  one('a block', (scene) => scene.mute('unfollow'), { state: ['user: unreachable'] }),
  row(
    'a block, then a follow',
    (scene) => [
      [scene.mute('unfollow', { name: 'out' })],
      [scene.plain('follow', { name: 'in', atMs: 1 })],
    ],
    { replies: [WELCOME] },
  ),
  row(
    'a follow that came before the block it ended',
    (scene) => [
      [scene.plain('follow', { name: 'in', atMs: 1 })],
      [scene.mute('unfollow', { name: 'out' })],
    ],
    { replies: [WELCOME] },
  ),
  row(
    'a follow of before the block, delivered after it',
    (scene) => [
      [scene.mute('unfollow', { name: 'out', atMs: 1 })],
      [scene.plain('follow', { name: 'in' })],
    ],
    { replies: [WELCOME], state: ['user: unreachable'] },
  ),
  row(
    'a message after a block of which LINE told no end: they are back',
    (scene) => [
      [scene.mute('unfollow', { name: 'out' })],
      [scene.text('你好', { name: 'in', atMs: 1 })],
    ],
    { replies: ['user: 你好，我是研究助理'] },
  ),
  row(
    'a block while questions wait: they are dropped',
    (scene) => [
      [scene.text(QUESTION, { name: 'first' })],
      [scene.text('海水為什麼是鹹的？', { name: 'second', atMs: 1 })],
      [scene.mute('unfollow', { name: 'out', atMs: 2 })],
    ],
    {
      runs: [`user: ${QUESTION}`],
      replies: ['user: 收到，開始研究', 'user: 目前還在研究'],
      state: ['user: unreachable'],
    },
  ),
  one('the bot joins a group', (scene) => scene.plain('join', { in: 'group', by: 'nobody' }), {
    replies: ['group: 大家好，我是研究助理 Dossier'],
  }),
  one('the bot joins a room', (scene) => scene.plain('join', { in: 'room', by: 'nobody' }), {
    replies: ['room: 大家好，我是研究助理 Dossier'],
  }),
  one('the bot leaves a group', (scene) => scene.mute('leave', { in: 'group', by: 'nobody' }), {
    state: ['group: unreachable'],
  }),
  row(
    'leave and join out of order: the newest holds',
    (scene) => [
      [scene.plain('join', { name: 'in', in: 'group', by: 'nobody', atMs: 1 })],
      [scene.mute('leave', { name: 'out', in: 'group', by: 'nobody' })],
    ],
    { replies: ['group: 大家好'] },
  ),
  one(
    'people join a group',
    (scene) =>
      scene.plain('memberJoined', {
        in: 'group',
        by: 'nobody',
        event: { joined: { members: [{ type: 'user', userId: scene.idOf('other') }] } },
      }),
    SILENT,
  ),
  one(
    'people leave a group',
    (scene) =>
      scene.mute('memberLeft', {
        in: 'group',
        by: 'nobody',
        event: { left: { members: [{ type: 'user', userId: scene.idOf('other') }] } },
      }),
    SILENT,
  ),
  media('a sticker', { type: 'sticker', packageId: '446', stickerId: '1988', keywords: ['hi'] }),
  media('a sticker with a text of its own', {
    type: 'sticker',
    packageId: '1',
    stickerId: '2',
    text: QUESTION,
  }),
  media('an image', {
    type: 'image',
    contentProvider: { type: 'line' },
    imageSet: { id: '1', index: 1, total: 2 },
  }),
  media('a video', { type: 'video', duration: 60_000, contentProvider: { type: 'line' } }),
  media('a sound', { type: 'audio', duration: 60_000, contentProvider: { type: 'line' } }),
  media('a file', { type: 'file', fileName: '../../etc/passwd', fileSize: 2138 }),
  media('a place', { type: 'location', title: '台北 101', latitude: 25.03, longitude: 121.56 }),
  media('a kind of message that LINE may add', { type: 'hologram', depth: 3 }),
  media('a message of no type', {}),
  one('a message event without a message', (scene) => scene.plain('message'), ONLY_TEXT),
  ...['beacon', 'things', 'videoPlayComplete', 'membership', 'module', 'activated', 'brandNew'].map(
    (type) =>
      one(
        `the event type ${type}`,
        (scene) => scene.plain(type, { event: { [type]: { x: 1 } } }),
        SILENT,
      ),
  ),
  one(
    'a delivery event, which has no source',
    (scene) => scene.mute('delivery', { event: { source: undefined, delivery: { data: 'x' } } }),
    SILENT,
  ),
  one(
    'an account link that failed, without a source',
    (scene) =>
      scene.mute('accountLink', {
        event: { source: undefined, link: { result: 'failed', nonce: 'x' } },
      }),
    SILENT,
  ),
  one(
    'an account link that succeeded',
    (scene) => scene.plain('accountLink', { event: { link: { result: 'ok', nonce: 'x' } } }),
    SILENT,
  ),
  one(
    'a bot that is suspended, without a source',
    (scene) => scene.mute('botSuspended', { event: { source: undefined } }),
    SILENT,
  ),
  one('a type that is no text', (scene) => scene.text(QUESTION, { event: { type: 7 } }), SILENT),
  one('no type', (scene) => scene.text(QUESTION, { event: { type: undefined } }), SILENT),
  one('no source', (scene) => scene.text(QUESTION, { event: { source: undefined } }), SILENT),
  one(
    'a source that is null',
    (scene) => scene.text(QUESTION, { event: { source: null } }),
    SILENT,
  ),
  one('a source without an id', (scene) => scene.text(QUESTION, { by: 'nobody' }), SILENT),
  one(
    'a source of a kind that LINE may add',
    (scene) =>
      scene.text(QUESTION, {
        event: { source: { type: 'openchat', openchatId: 'O1', userId: scene.idOf('user') } },
      }),
    SILENT,
  ),
  one(
    'a group source without a group',
    (scene) =>
      scene.text(`/研究 ${QUESTION}`, {
        event: { source: { type: 'group', userId: scene.idOf('user') } },
      }),
    SILENT,
  ),
  one(
    'a user id that is a LINE ID, as people know them',
    (scene) => scene.text(QUESTION, { event: { source: { type: 'user', userId: '@dossier' } } }),
    SILENT,
  ),
  one(
    'a user id that could be a path',
    (scene) => scene.text(QUESTION, { event: { source: { type: 'user', userId: 'U/../../x' } } }),
    SILENT,
  ),
];
