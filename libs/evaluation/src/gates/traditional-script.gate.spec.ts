import { sampleReport } from '@dossier/report/testing';
import { gateOn, withChapter, withTheme } from '../judge.builder.ts';

describe('traditional script (G10)', () => {
  it('passes Traditional text with Japanese and English quotations', () => {
    expect(gateOn('G10', sampleReport()).verdict).toBe('pass');
  });

  it('finds a single stray Simplified character, in a heading too', () => {
    expect(gateOn('G10', withTheme('航次成長极快。[^S1-1]')).findings).toEqual([
      '「航次與時刻」：极',
    ]);
    expect(gateOn('G10', withChapter('theme', { heading: '航次与時刻' })).verdict).toBe('fail');
  });

  it('leaves quotations, titles, code and links in the script of their source', () => {
    const text =
      '他說「这个软件」與『网络』，見《数据库》、`图书` 與 [链接](https://a.example)。[^S1-1]\n\n> 这是引文。[^S1-1]';
    expect(gateOn('G10', withTheme(text)).verdict).toBe('pass');
  });

  it('accepts characters that Taiwan shares with Simplified Chinese', () => {
    const text = '台灣的公里數由干擾群組占據，恒春後里的皇后與秘書在床邊吃松子面皰。[^S1-1]';
    expect(gateOn('G10', withTheme(text)).findings).toEqual([]);
  });
});
