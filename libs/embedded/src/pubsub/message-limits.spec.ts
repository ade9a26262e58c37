import { checkMessages } from './message-limits.ts';
import type { PublishedMessage } from './wire-types.ts';

const message = (changes: Partial<PublishedMessage> = {}): PublishedMessage => ({
  data: Buffer.from('x'),
  attributes: {},
  orderingKey: '',
  ...changes,
});
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

describe('checkMessages', () => {
  it.each<[string, PublishedMessage[]]>([
    ['1000 messages', Array.from({ length: 1000 }, () => message())],
    ['100 attributes', [message({ attributes: attributes(100) })]],
    ['only attributes', [message({ data: Buffer.alloc(0), attributes: { k: 'v' } })]],
    [
      'a 256 byte key and a 1024 byte value',
      [message({ attributes: { ['k'.repeat(256)]: 'v'.repeat(1024) } })],
    ],
    ['10,000,000 bytes', [message({ data: Buffer.alloc(10_000_000) })]],
  ])('accepts %s', (_, messages) => {
    expect(() => checkMessages(messages)).not.toThrow();
  });

  it.each<[string, PublishedMessage[], string]>([
    ['no message', [], 'message_count is too small'],
    ['1001 messages', Array.from({ length: 1001 }, () => message()), 'the limit is 1000'],
    ['an empty message', [message({ data: Buffer.alloc(0) })], 'Some messages are empty'],
    ['101 attributes', [message({ attributes: attributes(101) })], 'at most 100 attributes'],
    ['an empty key', [message({ attributes: { '': 'v' } })], '1 to 256 bytes'],
    [
      'a key of 86 three-byte characters',
      [message({ attributes: { ['鍵'.repeat(86)]: 'v' } })],
      '1 to 256 bytes',
    ],
    ['a 1025 byte value', [message({ attributes: { k: 'v'.repeat(1025) } })], 'at most 1024 bytes'],
    ['a goog key', [message({ attributes: { googleId: 'v' } })], 'must not start with goog'],
    ['a long ordering key', [message({ orderingKey: 'k'.repeat(1025) })], 'Ordering keys'],
    [
      'two messages of 5,000,001 bytes',
      [message({ data: Buffer.alloc(5_000_001) }), message({ data: Buffer.alloc(5_000_001) })],
      'payload size exceeds',
    ],
  ])('refuses %s', (_, messages, reason) => {
    expect(() => checkMessages(messages)).toThrow(reason);
  });
});
