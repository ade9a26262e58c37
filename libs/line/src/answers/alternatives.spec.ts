import type { LineMessage } from '../line-message.ts';
import { firstThatFits, say, type Alternatives } from './alternatives.ts';

function aCard(text: string, altText = '報告｜第 2 版'): LineMessage {
  return {
    type: 'flex',
    altText,
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text }] },
    },
  };
}

const tooLarge = '報'.repeat(10_000);

describe('firstThatFits', () => {
  it('takes the first that LINE takes, and makes no other', () => {
    let made = 0;
    function* cards(): Alternatives {
      for (const text of [tooLarge, '大', '小']) {
        made += 1;
        yield [aCard(text)];
      }
    }
    expect(firstThatFits(cards())).toEqual([aCard('大')]);
    expect(made).toBe(2);
  });

  it('says in a text what the last card is about, when none fits', () => {
    const cards = [[aCard(tooLarge, '甲')], [aCard(tooLarge, '乙'), aCard('好', '丙')]];
    expect(firstThatFits(cards)).toEqual([{ type: 'text', text: '乙 丙' }]);
  });

  it('has something to say even of nothing', () => {
    expect(firstThatFits([])).toEqual([
      { type: 'text', text: '這則訊息沒辦法顯示，請輸入「說明」。' },
    ]);
    expect(firstThatFits([[aCard('', ' ')]])).toEqual(firstThatFits([]));
  });
});

describe('say', () => {
  it('cuts a text beyond 5,000 units, and shows thirteen choices at most', () => {
    const choices = Array.from({ length: 20 }, (_, i) => ({
      label: String(i),
      does: { say: String(i) },
    }));
    const [[message] = []] = [...say(['費'.repeat(6_000)], choices)];
    expect(message).toMatchObject({ type: 'text', text: `${'費'.repeat(4_999)}…` });
    expect(message?.quickReply?.items).toHaveLength(13);
  });
});
