import fc from 'fast-check';
import type { LineEvent } from '../webhook.ts';
import { addressedText } from './addressed-text.ts';

const user = { conversationId: 'user:U1', to: 'U1', userId: 'U1' };
const group = { conversationId: 'group:C1', to: 'C1', userId: 'U1' };
const room = { conversationId: 'room:R1', to: 'R1' };

function aText(text: string, change: Partial<LineEvent> = {}): LineEvent {
  return {
    webhookEventId: '01HEVENT',
    type: 'message',
    mode: 'active',
    timestamp: 0,
    isRedelivery: false,
    source: user,
    messageType: 'text',
    text,
    mentions: [],
    ...change,
  };
}

/** A text in a group in which `@bot` is a mention of the bot, and `(love)` a LINE emoji. */
function inGroup(text: string): LineEvent {
  const places = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: part, index }) => ({ index, length: part.length }));
  const mentions = places(/@bot/g).map((place) => ({ isSelf: true, type: 'user', ...place }));
  return aText(text, { source: group, mentions, emojis: places(/\(love\)/g) });
}

describe('addressedText', () => {
  it('is the whole text in a chat with one person', () => {
    expect(addressedText(aText('地熱發電的成本'))).toBe('地熱發電的成本');
  });

  it.each([group, room])('ignores $conversationId unless the bot is addressed', (source) => {
    expect(addressedText(aText('地熱發電的成本', { source }))).toBeUndefined();
    const mentions = [{ isSelf: false, type: 'all', index: 0, length: 4 }];
    expect(addressedText(aText('@All 大家好', { source, mentions }))).toBeUndefined();
    expect(addressedText(aText('大家好 /研究 地熱', { source }))).toBeUndefined();
  });

  it.each([
    ['@bot 地熱', '地熱'],
    ['地熱 @bot', '地熱'],
    ['請 @bot 查地熱', '請 查地熱'],
    ['請@bot查地熱', '請 查地熱'],
    ['🀄🀄 @bot 地熱', '🀄🀄 地熱'],
    ['@bot @bot', ''],
    ['@bot\n第一行 \n\n\n\n 第二行\t\u3000完', '第一行\n\n第二行 完'],
    ['@bot(love)地熱(love)發電(love)', '地熱 發電'],
    ['@bot 地熱\u0000\u0007', '地熱'],
  ])('gives %j without mention and emoji as %j', (text, said) => {
    expect(addressedText(inGroup(text))).toBe(said);
  });

  it('leaves the mention of somebody else, and what only looks like an emoji', () => {
    const mentions = [
      { isSelf: true, index: 0, length: 4 },
      { isSelf: false, index: 5, length: 3 },
    ];
    const text = '@bot @小明 說的(love)是什麼';
    expect(addressedText(aText(text, { source: group, mentions }))).toBe('@小明 說的(love)是什麼');
  });

  it.each([
    ['/研究 地熱', '地熱'],
    ['／研究 地熱', '地熱'],
    ['/研究\u3000地熱', '地熱'],
    ['  /研究\n地熱', '地熱'],
    ['/研究地熱', '地熱'],
    ['/研究カフェ', 'カフェ'],
    ['/研究：地熱', '地熱'],
    ['/研究: geothermal', 'geothermal'],
    ['/研究，地熱', '地熱'],
    ['/研究！ 地熱', '地熱'],
    ['/研究？', '？'],
    ['/研究😀地熱', '😀地熱'],
    ['/研究「地熱」', '「地熱」'],
    ['/研究AI', 'AI'],
    ['/研究5G', '5G'],
    ['/研究', ''],
  ])('takes %j as addressed by the prefix', (text, said) => {
    expect(addressedText(aText(text, { source: group }))).toBe(said);
    expect(addressedText(aText(text))).toBe(said);
  });

  it.each(['/研究-1', '/研究/地熱', '研究 地熱', '//研究 地熱', '/研', 'https://a/研究 地熱'])(
    'does not take %j as addressed by the prefix',
    (text) => {
      expect(addressedText(aText(text, { source: group }))).toBeUndefined();
    },
  );

  it('takes another prefix in any case, and none when it is empty', () => {
    const said = aText('/Research the sea', { source: group });
    expect(addressedText(said, { prefix: '/research' })).toBe('the sea');
    expect(addressedText(aText('/researchers', { source: group }), { prefix: '/research' })).toBe(
      undefined,
    );
    const wide = aText('！ＤＯＳＳＩＥＲ the sea', { source: group });
    expect(addressedText(wide, { prefix: '!dossier' })).toBe('the sea');
    expect(addressedText(said, { prefix: '' })).toBeUndefined();
  });

  it('says nothing in standby, to stickers, without a source, and of other events', () => {
    expect(addressedText(aText('地熱', { mode: 'standby' }))).toBeUndefined();
    expect(addressedText(aText('地熱', { source: null }))).toBeUndefined();
    expect(addressedText(aText('地熱', { type: 'unsend' }))).toBeUndefined();
    const { text: _text, ...sticker } = aText('', { messageType: 'sticker' });
    expect(addressedText(sticker)).toBeUndefined();
  });

  it('is the new text of an edited message', () => {
    expect(addressedText({ ...inGroup('@bot 潮汐'), type: 'messageEdited' })).toBe('潮汐');
  });

  it('is tidy whatever is said, with emojis at any place', () => {
    const parts = fc.array(fc.record({ index: fc.nat(20), length: fc.nat(20) }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), parts, (text, emojis) => {
        const said = addressedText(aText(text, { emojis })) ?? 'nothing';
        expect(said).toBe(said.trim());
        expect(said).not.toMatch(/ {2}|\n{3}/);
      }),
    );
  });
});
