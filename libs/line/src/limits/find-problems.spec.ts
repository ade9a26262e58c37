import type { LineMessage } from '../line-message.ts';
import { findProblems } from './find-problems.ts';
import type { ProblemKind } from './problem.ts';

type Loose = Record<string, unknown>;

/** A card with every kind of part that Dossier's cards have. */
function aCard(): LineMessage {
  return {
    type: 'flex',
    altText: '台灣碳費｜第 2 版',
    contents: {
      type: 'bubble',
      size: 'mega',
      hero: { type: 'image', url: 'https://a.example/a.png', aspectRatio: '20:9' },
      body: {
        type: 'box',
        layout: 'vertical',
        contents: [
          { type: 'text', text: '碳費', color: '#1F2933', wrap: true, maxLines: 3, scaling: true },
          {
            type: 'box',
            layout: 'baseline',
            contents: [
              { type: 'icon', url: 'https://a.example/i.png', size: 'sm' },
              { type: 'text', contents: [{ type: 'span', text: '12', weight: 'bold' }] },
            ],
          },
          { type: 'separator', margin: 'md' },
        ],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [
          {
            type: 'button',
            style: 'primary',
            color: '#1B5E4B',
            action: { type: 'uri', label: '閱讀', uri: 'https://a.example/r#%E7%AB%A0' },
          },
          {
            type: 'button',
            action: { type: 'postback', label: '版本', data: 'v=1', displayText: '版本' },
          },
        ],
      },
    },
    quickReply: {
      items: [{ type: 'action', action: { type: 'message', label: '說明', text: '說明' } }],
    },
  };
}

/** The card with one value replaced at a path such as `contents.body.contents.0.text`; undefined removes it. */
function cardWith(path: string, value: unknown): object[] {
  const card = JSON.parse(JSON.stringify(aCard())) as Loose;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let target = card;
  for (const key of keys) target = target[key] as Loose;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return [card];
}

const text = (value: unknown, more: object = {}) => ({ type: 'text', text: value, ...more });
const bubble = (more: object = {}) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [text('a')] },
  ...more,
});
const carousel = (...contents: object[]) => [
  { type: 'flex', altText: 'a', contents: { type: 'carousel', contents } },
];
const quickReplies = (count: number) => ({
  items: Array.from({ length: count }, () => ({
    type: 'action',
    action: { type: 'message', label: 'a', text: 'a' },
  })),
});

const BODY = 'contents.body.contents';
const FIRST = 'contents.footer.contents.0.action';
const SECOND = 'contents.footer.contents.1.action';
const FAMILY = '👨‍👩‍👧‍👦';

describe('findProblems', () => {
  it.each<[string, object[]]>([
    ['a card with every part', [aCard()]],
    ['a text of 5,000 units', [text('😀'.repeat(2_500))]],
    ['an altText of 1,500 units', cardWith('altText', '😀'.repeat(750))],
    ['a label of 40 families', cardWith(`${FIRST}.label`, FAMILY.repeat(40))],
    ['an address of 1,000', cardWith(`${FIRST}.uri`, `https://a.example/${'x'.repeat(982)}`)],
    ['a link over http, of this machine', cardWith(`${FIRST}.uri`, 'http://localhost:8080/r')],
    ['postback data of 300', cardWith(`${SECOND}.data`, 'x'.repeat(300))],
    [
      'thirteen quick replies on the last message',
      [text('a'), { ...aCard(), quickReply: quickReplies(13) }],
    ],
    ['twelve bubbles of one width', carousel(...Array.from({ length: 12 }, () => bubble()))],
    ['an emoji on its $', [text('哈 $', { emojis: [{ index: 2, productId: 'p', emojiId: '1' }] })]],
  ])('finds none in %s', (_, messages) => {
    expect(findProblems(messages)).toEqual([]);
  });

  it.each<[string, ProblemKind, string, object[]]>([
    ['no messages', 'too-few', 'messages', []],
    ['six messages', 'too-many', 'messages', Array.from({ length: 6 }, () => text('a'))],
    ['an unknown type of message', 'wrong-value', 'messages[0].type', [{ type: 'hologram' }]],
    ['an empty text', 'empty', 'messages[0].text', [text('')]],
    ['a text of blanks', 'empty', 'messages[0].text', [text(' \n\u3000')]],
    ['a text of 5,001 units', 'too-long', 'messages[0].text', [text('x'.repeat(5_001))]],
    ['half an emoji', 'half-character', 'messages[0].text', [text('\ud83d')]],
    ['a text that is a number', 'wrong-value', 'messages[0].text', [text(7)]],
    [
      'a quote token with blanks',
      'wrong-value',
      'messages[0].quoteToken',
      [text('a', { quoteToken: 'a b' })],
    ],
    [
      'an emoji beside its $',
      'misplaced',
      'messages[0].emojis[0].index',
      [text('$a', { emojis: [{ index: 1, productId: 'p', emojiId: '1' }] })],
    ],
    [
      'a sender called LINE',
      'wrong-value',
      'messages[0].sender.name',
      [text('a', { sender: { name: 'LINE 客服' } })],
    ],
    [
      'a sender name of 21',
      'too-long',
      'messages[0].sender.name',
      [text('a', { sender: { name: 'x'.repeat(21) } })],
    ],
    [
      'no quick replies at all',
      'too-few',
      'messages[0].quickReply.items',
      [text('a', { quickReply: { items: [] } })],
    ],
    [
      'fourteen quick replies',
      'too-many',
      'messages[0].quickReply.items',
      [text('a', { quickReply: quickReplies(14) })],
    ],
    [
      'quick replies that a later message hides',
      'misplaced',
      'messages[0].quickReply',
      [text('a', { quickReply: quickReplies(1) }), text('b')],
    ],
    [
      'a quick reply label of 21',
      'too-long',
      'messages[0].quickReply.items[0].action.label',
      cardWith('quickReply.items.0.action.label', '源'.repeat(21)),
    ],
    [
      'a message action of 301',
      'too-long',
      'messages[0].quickReply.items[0].action.text',
      cardWith('quickReply.items.0.action.text', 'x'.repeat(301)),
    ],
    ['no altText', 'missing', 'messages[0].altText', cardWith('altText', undefined)],
    [
      'an altText of 1,502 units',
      'too-long',
      'messages[0].altText',
      cardWith('altText', '😀'.repeat(751)),
    ],
    [
      'an unknown component',
      'wrong-value',
      'messages[0].contents.body.contents[0].type',
      cardWith(`${BODY}.0`, { type: 'markdown', text: '#' }),
    ],
    [
      'an unknown property',
      'unknown-property',
      'messages[0].contents.body.contents[0].fontSize',
      cardWith(`${BODY}.0.fontSize`, 'xl'),
    ],
    [
      'an unknown layout',
      'wrong-value',
      'messages[0].contents.body.layout',
      cardWith('contents.body.layout', 'grid'),
    ],
    [
      'an empty text component',
      'empty',
      'messages[0].contents.body.contents[0].text',
      cardWith(`${BODY}.0.text`, ''),
    ],
    [
      'a text component of nothing',
      'missing',
      'messages[0].contents.body.contents[0].text',
      cardWith(`${BODY}.0`, { type: 'text' }),
    ],
    [
      'an empty span',
      'empty',
      'messages[0].contents.body.contents[1].contents[1].contents[0].text',
      cardWith(`${BODY}.1.contents.1.contents.0.text`, ''),
    ],
    [
      'a colour by name',
      'wrong-value',
      'messages[0].contents.body.contents[0].color',
      cardWith(`${BODY}.0.color`, 'red'),
    ],
    [
      'a number written as text',
      'wrong-value',
      'messages[0].contents.body.contents[0].flex',
      cardWith(`${BODY}.0.flex`, '2'),
    ],
    [
      'a flag written as text',
      'wrong-value',
      'messages[0].contents.body.contents[0].wrap',
      cardWith(`${BODY}.0.wrap`, 'true'),
    ],
    [
      'an unknown size of letters',
      'wrong-value',
      'messages[0].contents.body.contents[0].size',
      cardWith(`${BODY}.0.size`, 'huge'),
    ],
    [
      'a wrong weight in a span',
      'wrong-value',
      'messages[0].contents.body.contents[1].contents[1].contents[0].weight',
      cardWith(`${BODY}.1.contents.1.contents.0.weight`, 'heavy'),
    ],
    [
      'an icon in a vertical box',
      'misplaced',
      'messages[0].contents.body.contents[0]',
      cardWith(`${BODY}.0`, { type: 'icon', url: 'https://a.example/i.png' }),
    ],
    [
      'a button in a baseline box',
      'misplaced',
      'messages[0].contents.body.contents[1].contents[0]',
      cardWith(`${BODY}.1.contents.0`, {
        type: 'button',
        action: { type: 'uri', label: 'a', uri: 'https://a.example/' },
      }),
    ],
    [
      'a picture over http',
      'bad-address',
      'messages[0].contents.hero.url',
      cardWith('contents.hero.url', 'http://a.example/a.png'),
    ],
    [
      'a picture four times higher than wide',
      'wrong-value',
      'messages[0].contents.hero.aspectRatio',
      cardWith('contents.hero.aspectRatio', '1:4'),
    ],
    [
      'a button as hero',
      'wrong-value',
      'messages[0].contents.hero.type',
      cardWith('contents.hero', { type: 'button' }),
    ],
    [
      'a button without an action',
      'missing',
      'messages[0].contents.footer.contents[0].action',
      cardWith(FIRST, undefined),
    ],
    [
      'a button without a label',
      'missing',
      'messages[0].contents.footer.contents[0].action.label',
      cardWith(`${FIRST}.label`, undefined),
    ],
    [
      'a label of 41',
      'too-long',
      'messages[0].contents.footer.contents[0].action.label',
      cardWith(`${FIRST}.label`, '報'.repeat(41)),
    ],
    [
      'a camera in Flex',
      'wrong-value',
      'messages[0].contents.footer.contents[0].action.type',
      cardWith(FIRST, { type: 'camera', label: 'x' }),
    ],
    [
      'a javascript: link',
      'bad-address',
      'messages[0].contents.footer.contents[0].action.uri',
      cardWith(`${FIRST}.uri`, 'javascript:alert(1)'),
    ],
    [
      'raw Chinese in a link',
      'bad-address',
      'messages[0].contents.footer.contents[0].action.uri',
      cardWith(`${FIRST}.uri`, 'https://a.example/報告'),
    ],
    [
      'a link without a host',
      'bad-address',
      'messages[0].contents.footer.contents[0].action.uri',
      cardWith(`${FIRST}.uri`, 'https://'),
    ],
    [
      'a link of 1,018',
      'too-long',
      'messages[0].contents.footer.contents[0].action.uri',
      cardWith(`${FIRST}.uri`, `https://a.example/${'x'.repeat(1_000)}`),
    ],
    [
      'postback data of 301',
      'too-long',
      'messages[0].contents.footer.contents[1].action.data',
      cardWith(`${SECOND}.data`, 'x'.repeat(301)),
    ],
    [
      'empty postback data',
      'empty',
      'messages[0].contents.footer.contents[1].action.data',
      cardWith(`${SECOND}.data`, ''),
    ],
    [
      'a displayText of 301',
      'too-long',
      'messages[0].contents.footer.contents[1].action.displayText',
      cardWith(`${SECOND}.displayText`, '字'.repeat(301)),
    ],
    [
      'displayText and text at once',
      'misplaced',
      'messages[0].contents.footer.contents[1].action.text',
      cardWith(`${SECOND}.text`, 'a'),
    ],
    [
      'a bubble of nothing',
      'missing',
      'messages[0].contents',
      cardWith('contents', { type: 'bubble' }),
    ],
    [
      'an unknown width',
      'wrong-value',
      'messages[0].contents.size',
      cardWith('contents.size', 'tera'),
    ],
    [
      'a bubble over 30 kB',
      'too-large',
      'messages[0].contents',
      cardWith(`${BODY}.0.text`, '報'.repeat(10_000)),
    ],
    ['no bubbles', 'too-few', 'messages[0].contents.contents', carousel()],
    [
      'thirteen bubbles',
      'too-many',
      'messages[0].contents.contents',
      carousel(...Array.from({ length: 13 }, () => bubble())),
    ],
    [
      'bubbles of two widths',
      'wrong-value',
      'messages[0].contents.contents',
      carousel(bubble(), bubble({ size: 'kilo' })),
    ],
    [
      'a carousel over 50 kB',
      'too-large',
      'messages[0].contents',
      carousel(
        ...Array.from({ length: 3 }, () =>
          bubble({
            body: { type: 'box', layout: 'vertical', contents: [text('報'.repeat(6_000))] },
          }),
        ),
      ),
    ],
  ])('finds %s', (_, kind, path, messages) => {
    expect(findProblems(messages).map((problem) => [problem.kind, problem.path])).toEqual([
      [kind, path],
    ]);
  });

  it('finds a request over 2 MB', () => {
    const messages = [text('報'.repeat(700_000))];
    expect(findProblems(messages).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'too-long messages[0].text',
      'too-large messages',
    ]);
  });

  it('tells every problem of a message at once, and never its words', () => {
    const [card] = cardWith(`${BODY}.0.text`, '秘密'.repeat(6_000));
    const problems = findProblems([{ ...card, altText: '秘密'.repeat(800) }]);
    expect(problems.map(({ kind }) => kind)).toEqual(['too-long', 'too-large']);
    expect(JSON.stringify(problems)).not.toContain('秘密');
  });
});
