import type { LineEvent } from '@dossier/line';
import { questionOf } from './question-of.ts';

const user = { conversationId: 'user:U1', to: 'U1', userId: 'U1' };
const group = { conversationId: 'group:C1', to: 'C1', userId: 'U1' };

function aText(change: Partial<LineEvent>): LineEvent {
  return {
    webhookEventId: '01HEVENT',
    type: 'message',
    mode: 'active',
    timestamp: 0,
    isRedelivery: false,
    source: user,
    messageType: 'text',
    text: '地熱發電的成本',
    mentions: [],
    ...change,
  };
}

describe('questionOf', () => {
  it('is the whole text in a chat with one person', () => {
    expect(questionOf(aText({}))).toBe('地熱發電的成本');
  });

  it('ignores a group unless the bot is mentioned', () => {
    expect(questionOf(aText({ source: group }))).toBeUndefined();
    const all = [{ isSelf: false, index: 0, length: 4 }];
    expect(
      questionOf(aText({ source: group, mentions: all, text: '@All 大家好' })),
    ).toBeUndefined();
  });

  it('cuts the mention by UTF-16 units, behind an emoji too', () => {
    const text = '🀄 @Dossier 地熱';
    const mentions = [{ isSelf: true, index: 3, length: 8 }];
    expect(questionOf(aText({ source: group, mentions, text }))?.trim()).toBe('🀄  地熱');
  });

  it('says nothing in standby, to stickers, and without a source', () => {
    expect(questionOf(aText({ mode: 'standby' }))).toBeUndefined();
    expect(questionOf(aText({ source: null }))).toBeUndefined();
    const { text, ...sticker } = aText({ messageType: 'sticker' });
    expect(questionOf(sticker)).toBeUndefined();
    expect(questionOf(aText({ type: 'unsend' }))).toBeUndefined();
  });
});
