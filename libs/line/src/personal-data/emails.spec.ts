import { markedText } from './marked-text.builder.ts';
import { maskPersonalData } from './mask-personal-data.ts';

describe('e-mail addresses', () => {
  it.each([
    '{abc@example.com}',
    '請寄到{abc@example.com}，謝謝',
    '請寄到{abc@example.com}謝謝',
    '我的信箱是{wang.xiaoming+line@mail.example.com.tw}。',
    '信箱：{ABC_123@Example.COM}',
    '({abc-def@example.co.jp})',
    '<{abc@example.org}>',
    'mailto:{abc@example.com}',
    'mailto:{abc@example.com}?subject=hi',
    "{o'brien@example.ie}",
    '{abc＠example.com}',
    '{ａｂｃ＠ｅｘａｍｐｌｅ．ｃｏｍ}',
    '{user@例子.台灣}',
    '請寄{user@例子.台灣}請盡快',
    '{user@例子.com}',
    '{user@müller.de}',
    '{jörg@müller.de}',
    '{почта@пример.рф}',
    '{用戶@例子.台灣}',
    '{user@xn--fsqu00a.xn--kpry57d}',
    '{abc(at)example.com}',
    '{abc [at] example.com}',
    '😀{abc@example.com}😀',
    '{a@example.com},{b@example.com};{c@example.com}',
    '{a@example.com}/{b@example.com}',
    '{abc@example.com}.',
    '來信{12345678@qq.com}',
    '{abc@\u200Bexample.com}',
    'メールは{taro@example.jp}です',
    '이메일은 {kim@example.kr}입니다',
  ])('are masked: %s', (marked) => {
    const { text, expected } = markedText(marked, '電子郵件');
    expect(maskPersonalData(text).text).toBe(expected);
  });

  it.each([
    '@dossier 請研究地熱',
    '請看@dcard.tw 的文章',
    '標記@小明',
    '3 @ 5 元',
    'npm i react@18.2.0',
    '@types/node@24.1.0',
    'logo@2x.png',
    'git@github.com:nodejs/node.git',
    '@user@mastodon.social',
    'https://medium.com/@writer/post-1',
    'https://example.com/?email=abc@example.com',
    'a@b',
    'foo@bar',
    '單價@100.50',
    'P@ssw0rd',
    'email 是什麼？',
    'abc@ example.com',
    'SELECT @a.b1',
  ])('are not seen in: %s', (text) => {
    expect(maskPersonalData(text).text).toBe(text);
  });
});
