import type { messagingApi } from '@line/bot-sdk';
import { aCard } from './card.builder.ts';
import { checkMessageLimits } from './message-limits.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const open: messagingApi.Action = { type: 'uri', label: '開啟', uri: 'https://a.example/' };
const video: messagingApi.FlexVideo = {
  type: 'video',
  url: 'https://a.example/v.mp4',
  previewUrl: 'https://a.example/v.png',
  altContent: { type: 'image', url: 'https://a.example/v.png' },
};

function template(value: messagingApi.Template): messagingApi.Message {
  return { type: 'template', altText: 'a', template: value };
}

function button(action: messagingApi.Action): messagingApi.Message {
  return aCard({
    footer: { type: 'box', layout: 'vertical', contents: [{ type: 'button', action }] },
  });
}

describe('limits beyond the types', () => {
  it.each<[string, messagingApi.Message]>([
    ['a text of exactly 5,000 units', { type: 'text', text: '😀'.repeat(2500) }],
    ['an altText of exactly 1,500 units', { ...aCard(), altText: '😀'.repeat(750) }],
    ['a button label of 40 families', button({ ...open, label: FAMILY.repeat(40) })],
    ['a link of exactly 1,000', button({ ...open, uri: `https://a.example/${'x'.repeat(982)}` })],
    [
      'an emoji on its $',
      { type: 'text', text: '哈 $', emojis: [{ index: 2, productId: 'p', emojiId: '1' }] },
    ],
    ['a video as hero of a kilo bubble', aCard({ size: 'kilo', hero: video })],
    ['a bubble without a hero', aCard({ hero: undefined })],
    [
      'a text template of 160 graphemes',
      template({ type: 'buttons', text: FAMILY.repeat(160), actions: [open] }),
    ],
  ])('lets %s through', (_, message) => {
    expect(checkMessageLimits(message)).toEqual([]);
  });

  it.each<[string, string, messagingApi.Message]>([
    ['a video in a nano bubble', '/hero', aCard({ size: 'nano', hero: video })],
    [
      'a picture three times higher than wide, and more',
      '/hero/aspectRatio',
      aCard({ hero: { type: 'image', url: 'https://a.example/a.png', aspectRatio: '1:3.1' } }),
    ],
    [
      'a colour by name in the styles',
      '/styles/body/backgroundColor',
      aCard({ styles: { body: { backgroundColor: 'red' } } }),
    ],
    ['a bubble of nothing', '/', { type: 'flex', altText: 'a', contents: { type: 'bubble' } }],
    [
      'a button without a label',
      '/footer/contents/0/action/label',
      button({ type: 'uri', uri: 'https://a.example/' }),
    ],
    [
      'displayText together with text',
      '/footer/contents/0/action/text',
      button({ type: 'postback', label: 'a', data: 'a', displayText: 'a', text: 'a' }),
    ],
    [
      'a message action of nothing',
      '/footer/contents/0/action/text',
      button({ type: 'message', label: 'a', text: '' }),
    ],
    [
      'a picture message over http',
      '/previewImageUrl',
      {
        type: 'image',
        originalContentUrl: 'https://a.example/a',
        previewImageUrl: 'http://a.example/a',
      },
    ],
    [
      'a sender that calls itself LINE',
      '/sender/name',
      { type: 'text', text: 'a', sender: { name: 'LINE 客服' } },
    ],
    [
      'an empty list of quick replies',
      '/quickReply/items',
      { type: 'text', text: 'a', quickReply: { items: [] } },
    ],
    [
      'a text of 61 beside a title',
      '/template/text',
      template({ type: 'buttons', title: 't', text: 'x'.repeat(61), actions: [open] }),
    ],
    [
      'a question with three answers',
      '/template/actions',
      template({ type: 'confirm', text: 'a', actions: [open, open, open] }),
    ],
  ])('refuses %s, at %s', (_, property, message) => {
    expect(checkMessageLimits(message).map((fault) => fault.property)).toEqual([property]);
  });
});
