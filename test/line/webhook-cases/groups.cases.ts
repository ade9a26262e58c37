import {
  begins,
  beginsInGroup,
  one,
  SILENT,
  type Expected,
  type WebhookCase,
} from './webhook-case.ts';

const QUESTION = '地熱發電的成本是多少？';
const HELP = 'group: 我會查找並比對來源';

/** A text of the group in which `@...` are mentions. */
function inGroup(text: string, expected: Expected, title = `“${text}”`): WebhookCase {
  return one(title, (scene) => scene.inGroup(text), expected);
}

/** A text of the group with these mentions. */
function mentioning(
  title: string,
  text: string,
  mentionees: readonly unknown[],
  expected: Expected,
): WebhookCase {
  return one(
    title,
    (scene) => scene.text(text, { in: 'group', content: { mention: { mentionees } } }),
    expected,
  );
}

/** What people say in groups and rooms, where the bot answers to its name only. */
export const GROUPS: readonly WebhookCase[] = [
  inGroup(QUESTION, SILENT),
  inGroup('取消', SILENT),
  inGroup('大家好', SILENT),
  inGroup(`Dossier ${QUESTION}`, SILENT),
  inGroup('@All 開會', SILENT),
  inGroup('@小明 @小華 中午吃什麼？', SILENT),
  inGroup('大家好，/研究 地熱發電的成本', SILENT),
  inGroup(`@Dossier ${QUESTION}`, beginsInGroup(QUESTION)),
  inGroup(`${QUESTION} @Dossier`, beginsInGroup(QUESTION)),
  inGroup(`請 @Dossier 研究地熱發電的成本`, beginsInGroup('地熱發電的成本')),
  inGroup(
    `@小明 你看 @Dossier 地熱發電的成本是多少？`,
    beginsInGroup('@小明 你看 地熱發電的成本是多少？'),
  ),
  inGroup(`@All @Dossier ${QUESTION}`, beginsInGroup(`@All ${QUESTION}`)),
  inGroup(`@Dossier @Dossier ${QUESTION}`, beginsInGroup(QUESTION)),
  inGroup(
    `\u{1F30B}\u{1F30B} @Dossier ${QUESTION}`,
    beginsInGroup(`\u{1F30B}\u{1F30B} ${QUESTION}`),
    'surrogate pairs before the mention',
  ),
  inGroup(
    `👨‍👩‍👧‍👦 @Dossier ${QUESTION}`,
    beginsInGroup(`👨‍👩‍👧‍👦 ${QUESTION}`),
    'a family emoji before the mention',
  ),
  inGroup('@Dossier', { replies: [HELP] }),
  inGroup('@Dossier 你好', { replies: ['group: 你好，我是研究助理'] }),
  inGroup('@Dossier 說明', { replies: [HELP] }),
  inGroup('@Dossier 查看進度', { replies: ['group: 這裡還沒有研究過的題目'] }),
  inGroup('@Dossier 火星', { replies: ['group: 我不確定'], state: ['group: pending 火星'] }),
  ...[
    `/研究 ${QUESTION}`,
    `／研究 ${QUESTION}`,
    `/研究　${QUESTION}`,
    `/研究：${QUESTION}`,
    `  /研究\n${QUESTION}`,
    `/研究${QUESTION}`,
    `@小明 /研究 ${QUESTION}`,
  ].map((text) => inGroup(text, text.startsWith('@') ? SILENT : beginsInGroup(QUESTION))),
  inGroup('/研究', { replies: [HELP] }),
  inGroup('/研究 取消', { replies: ['group: 這裡還沒有研究過的題目'] }),
  mentioning(
    'a mention of the bot that only says whose id it has',
    `@深研 ${QUESTION}`,
    [{ index: 0, length: 3, type: 'user', userId: `U${'0'.repeat(31)}b` }],
    beginsInGroup(QUESTION),
  ),
  mentioning(
    'a mention of the bot without an id',
    `@深研 ${QUESTION}`,
    [{ index: 0, length: 3, type: 'user', isSelf: true }],
    beginsInGroup(QUESTION),
  ),
  mentioning(
    'a mention of somebody whom LINE does not name',
    `@小明 ${QUESTION}`,
    [{ index: 0, length: 3, type: 'user' }],
    SILENT,
  ),
  mentioning(
    'a mention of all that claims to be the bot',
    `@All ${QUESTION}`,
    [{ index: 0, length: 4, type: 'all', isSelf: true }],
    SILENT,
  ),
  mentioning(
    'a mention of a kind that LINE may add',
    `@here ${QUESTION}`,
    [{ index: 0, length: 5, type: 'here', isSelf: false }],
    SILENT,
  ),
  mentioning(
    'mentions at impossible places',
    QUESTION,
    [
      { index: 500, length: 8, type: 'user', isSelf: true },
      { index: -1, length: 2, isSelf: true },
      { index: 0, length: 0, isSelf: true },
      { index: 0.5, length: 1, isSelf: true },
      { index: '0', length: 1, isSelf: true },
      null,
    ],
    SILENT,
  ),
  mentioning(
    'twenty mentions, the bot last',
    `${'@小明 '.repeat(19)}@深研 ${QUESTION}`,
    [
      ...Array.from({ length: 19 }, (_, at) => ({ index: at * 4, length: 3, type: 'user' })),
      { index: 76, length: 3, type: 'user', isSelf: true },
    ],
    beginsInGroup(`${'@小明 '.repeat(19)}${QUESTION}`),
  ),
  mentioning('mentionees that are no list', QUESTION, 'all' as never, SILENT),
  one('a mention in a room', (scene) => scene.inGroup(`@Dossier ${QUESTION}`, { in: 'room' }), {
    runs: [`user in room: ${QUESTION}`],
    replies: ['room: 這個問題我收到了'],
  }),
  one('chatter in a room', (scene) => scene.text(QUESTION, { in: 'room' }), SILENT),
  one(
    'a mention by somebody whom LINE does not name',
    (scene) => scene.inGroup(`@Dossier ${QUESTION}`, { by: 'nobody' }),
    { runs: [`nobody in group: ${QUESTION}`], replies: ['group: 這個問題我收到了'] },
  ),
  one(
    'chatter of somebody whom LINE does not name',
    (scene) => scene.text(QUESTION, { in: 'group', by: 'nobody' }),
    SILENT,
  ),
  one(
    'a sticker in a group',
    (scene) => scene.media({ type: 'sticker', packageId: '1', stickerId: '2' }, { in: 'group' }),
    SILENT,
  ),
  one(
    'a mention and a LINE emoji, between surrogate pairs',
    (scene) => {
      const text = '\u{1F30B} @Dossier(love)地熱發電\u{1F30B}的成本(hi)';
      const emojis = [
        { index: 11, length: 6, productId: 'p', emojiId: '1' },
        { index: text.indexOf('(hi)'), length: 4, productId: 'p', emojiId: '2' },
      ];
      return scene.inGroup(text, { content: { ...scene.mentionsIn(text), emojis } });
    },
    beginsInGroup('\u{1F30B} 地熱發電\u{1F30B}的成本'),
  ),
  one(
    'a message that cannot be quoted is answered without a quote',
    (scene) => {
      const text = `@Dossier ${QUESTION}`;
      return scene.inGroup(text, { content: { ...scene.mentionsIn(text), quoteToken: undefined } });
    },
    { runs: [`user in group: ${QUESTION}`], replies: ['group: 收到，開始研究'] },
  ),
  {
    title: 'a second question of somebody else, who may not cancel the first',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.inGroup('@Dossier 海水為什麼是鹹的？', { name: 'second', by: 'other' })],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 目前還在研究'],
      state: ['group: pending 海水為什麼是鹹的？'],
    },
  },
  {
    title: 'a cancel of somebody else is refused',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.inGroup('@Dossier 取消', { name: 'second', by: 'other' })],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 這個研究是別人提出的'],
    },
  },
  {
    title: 'a cancel of somebody whom LINE does not name is refused',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.inGroup('@Dossier 取消', { name: 'second', by: 'nobody' })],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`],
      replies: ['group: 這個問題我收到了', 'group: 這個研究是別人提出的'],
    },
  },
  {
    title: 'a run that nobody owns may be cancelled by anybody in the group',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first', by: 'nobody' })],
      [scene.inGroup('@Dossier 取消', { name: 'second', by: 'other' })],
    ],
    expected: {
      runs: [`nobody in group: ${QUESTION} (cancelled)`],
      replies: ['group: 這個問題我收到了', 'group: 已經取消研究'],
    },
  },
  {
    title: 'a person alone with the bot and in a group: two conversations',
    posts: (scene) => [
      [scene.inGroup(`@Dossier ${QUESTION}`, { name: 'first' })],
      [scene.text('查看進度', { name: 'second' })],
      [scene.text(QUESTION, { name: 'third' })],
    ],
    expected: {
      runs: [`user in group: ${QUESTION}`, ...(begins(QUESTION).runs ?? [])],
      replies: ['group: 這個問題我收到了', 'user: 這裡還沒有研究過的題目', 'user: 收到，開始研究'],
    },
  },
];
