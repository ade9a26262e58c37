import type { Language } from '@dossier/contracts';
import { splitSentences } from './sentence-splitting.ts';

function split(text: string, language: Language): string[] {
  return splitSentences(text, language).map(({ start, end }) => text.slice(start, end));
}

describe('splitSentences', () => {
  it('gives an opening bracket to the sentence it opens', () => {
    expect(split('電廠的裝置容量為五百萬瓦。「這樣已經足夠。」他在會議上說明。', 'zh-TW')).toEqual(
      ['電廠的裝置容量為五百萬瓦。', '「這樣已經足夠。」', '他在會議上說明。'].filter(
        (sentence) => sentence.length >= 9,
      ),
    );
  });
  it('does not cut at abbreviations, decimals or inside brackets', () => {
    const text =
      'The U.S. plant, says Dr. Chen (see Fig. 3. It helps), made 3.5 MW. It is not new, e.g. in Japan.';
    expect(split(text, 'en')).toEqual([
      'The U.S. plant, says Dr. Chen (see Fig. 3. It helps), made 3.5 MW.',
      'It is not new, e.g. in Japan.',
    ]);
  });
  it('cuts after a unit of one capital', () => {
    const text = 'Brew between 90 and 96 °C. Water that is too hot tastes bitter.';
    expect(split(text, 'en')).toEqual([
      'Brew between 90 and 96 °C.',
      'Water that is too hot tastes bitter.',
    ]);
    expect(split('The charger of the scooter needs 12 V. It is sold apart.', 'en')).toEqual([
      'The charger of the scooter needs 12 V.',
    ]);
  });
  it('takes a line break inside a paragraph as a space', () => {
    expect(split('Reinjection keeps the\nreservoir pressure stable.', 'en')).toEqual([
      'Reinjection keeps the\nreservoir pressure stable.',
    ]);
  });
  it('leaves out questions, labels, rows of figures and text without end', () => {
    expect(split('綠屋頂真的能夠降溫嗎？', 'zh-TW')).toEqual([]);
    expect(split('松湖市環境教育中心', 'zh-TW')).toEqual([]);
    expect(split('1,234 5,678 9,012 3,456 7,890 1,234 合計。', 'zh-TW')).toEqual([]);
    expect(split('沒有標點'.repeat(200), 'zh-TW')).toEqual([]);
  });
  it('leaves out sentences whose reading direction is overridden', () => {
    expect(split('這一句話的方向\u202e被偷偷改掉了。', 'zh-TW')).toEqual([]);
  });
  it('splits Japanese sentences', () => {
    expect(split('設備容量は十分である。しかし反対する人もいる。', 'ja')).toEqual([
      '設備容量は十分である。',
      'しかし反対する人もいる。',
    ]);
  });
});
