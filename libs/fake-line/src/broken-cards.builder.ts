import { aCard, type LooseMessage } from './card.builder.ts';

/** A card with one value replaced at a path such as `contents.body.contents.0.text`; undefined removes it. */
function cardWith(path: string, value: unknown): LooseMessage[] {
  const card: LooseMessage = JSON.parse(JSON.stringify(aCard())) as LooseMessage;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let target: LooseMessage = card;
  for (const key of keys) target = target[key] as LooseMessage;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return [card];
}

const BODY = 'contents.body';
const FIRST_TEXT = 'contents.body.contents.0';
const FIRST_BUTTON = 'contents.footer.contents.0';
const SECOND_BUTTON = 'contents.footer.contents.1';

function textMessage(text: string): LooseMessage {
  return { type: 'text', text };
}

function carousel(...bubbles: object[]): LooseMessage[] {
  return [{ type: 'flex', altText: 'a', contents: { type: 'carousel', contents: bubbles } }];
}

function nestedText(depth: number, text: object): object {
  const contents = [depth === 0 ? text : nestedText(depth - 1, text)];
  return { type: 'box', layout: 'vertical', contents };
}

/** Message lists that LINE refuses, each for one reason: what the contract must catch. */
export const BROKEN_CARDS: Readonly<Record<string, readonly LooseMessage[]>> = {
  'an unknown component type': cardWith(FIRST_TEXT, { type: 'markdown', text: '# hi' }),
  'an unknown property': cardWith(`${FIRST_TEXT}.fontSize`, 'xl'),
  'a layout outside of the list': cardWith(`${BODY}.layout`, 'grid'),
  'a button without an action': cardWith(`${FIRST_BUTTON}.action`, undefined),
  'a Flex message without altText': cardWith('altText', undefined),
  'a number written as text': cardWith(`${BODY}.contents.2.contents.0.flex`, '2'),
  'an empty text component': cardWith(`${FIRST_TEXT}.text`, ''),
  'a picture over plain http': cardWith('contents.hero.url', 'http://reports.example/a.png'),
  'a link with raw Chinese in it': cardWith(`${FIRST_BUTTON}.action.uri`, 'https://a.example/報告'),
  'a link longer than 1,000': cardWith(
    `${FIRST_BUTTON}.action.uri`,
    `https://a.example/${'x'.repeat(1000)}`,
  ),
  'a javascript: link': cardWith(`${FIRST_BUTTON}.action.uri`, 'javascript:alert(1)'),
  'a button label over 40 graphemes': cardWith(`${FIRST_BUTTON}.action.label`, '報'.repeat(41)),
  'postback data over 300': cardWith(`${SECOND_BUTTON}.action.data`, 'x'.repeat(301)),
  'an altText over 1,500 UTF-16 units': cardWith('altText', '😀'.repeat(751)),
  'a bubble over 30 KB': cardWith(`${FIRST_TEXT}.text`, '報'.repeat(11_000)),
  'thirteen bubbles': carousel(...Array.from({ length: 13 }, () => aCard().contents)),
  'bubbles of different widths': carousel(aCard().contents, aCard({ size: 'kilo' }).contents),
  'six messages': Array.from({ length: 6 }, () => textMessage('hi')),
  'fourteen quick replies': cardWith(
    'quickReply.items',
    Array.from({ length: 14 }, () => ({
      type: 'action',
      action: { type: 'message', label: 'a', text: 'a' },
    })),
  ),
  'a quick reply label over 20': cardWith('quickReply.items.0.action.label', '源'.repeat(21)),
  'an icon in a vertical box': cardWith(FIRST_TEXT, {
    type: 'icon',
    url: 'https://a.example/i.png',
  }),
  'a colour by name': cardWith(`${FIRST_TEXT}.color`, 'red'),
  'a text over 5,000 UTF-16 units': [textMessage('😀'.repeat(2501))],
  'a camera action in Flex': cardWith(`${FIRST_BUTTON}.action`, { type: 'camera', label: 'x' }),
  'a sender name over 20': cardWith('sender', { name: 'x'.repeat(21) }),
  'a wrong weight four boxes deep': cardWith(
    `${BODY}.contents.2`,
    nestedText(3, { type: 'text', text: 'deep', weight: 'heavy' }),
  ),
  'an empty text message': [textMessage('')],
  'an emoji that does not stand on a $': [
    { ...textMessage('hi $'), emojis: [{ index: 0, productId: '5ac1', emojiId: '001' }] },
  ],
};
