import type { FollowUpWish } from '@dossier/contracts';
import { CHAPTERS } from './planning.builder.ts';
import { understandWish } from './understand-wish.ts';

type Said = Omit<FollowUpWish, 'instruction'>;
const deepen = (chapter: number, ...languages: NonNullable<Said['languages']>): Said => ({
  kind: 'deepen',
  chapter,
  ...(languages.length > 0 && { languages }),
});

describe('a wish in words', () => {
  it.each<[string, Said]>([
    ['第二章再深入一點', deepen(2)],
    ['第2章多講一些', deepen(2)],
    ['把第３章寫得更詳細', deepen(3)],
    ['深入第四章，補日文來源', deepen(4, 'ja')],
    ['可以幫我把第二章展開嗎？', deepen(2)],
    ['「成本」這一章多說一點', deepen(3)],
    ['成本那章再詳細一點', deepen(3)],
    ['鑽井風險與反對意見請再深入', deepen(4)],
    ['最後一章再深入', deepen(4)],
    ['深入说明第二章', deepen(2)],
    ['第 2 章も詳しく', deepen(2)],
    ['2章を掘り下げてください', deepen(2)],
    ['please elaborate on chapter 3', deepen(3)],
    ['Go into the second chapter in more detail', deepen(2)],
    ['chapter two deeper, with Japanese sources added', deepen(2, 'ja')],
    ['補充日文來源', { kind: 'add-sources', languages: ['ja'] }],
    ['多找一些英文資料', { kind: 'add-sources', languages: ['en'] }],
    ['第三章補英文和日文來源', { kind: 'add-sources', chapter: 3, languages: ['ja', 'en'] }],
    ['來源再多一點', { kind: 'add-sources' }],
    ['增加中文文獻', { kind: 'add-sources', languages: ['zh-TW'] }],
    ['add more English sources', { kind: 'add-sources', languages: ['en'] }],
    ['日本語の資料を追加して', { kind: 'add-sources', languages: ['ja'] }],
    ['英語のソースをもっと', { kind: 'add-sources', languages: ['en'] }],
    ['改寫得口語一點', { kind: 'rewrite' }],
    ['整份寫短一點', { kind: 'rewrite' }],
    ['把第二章縮短', { kind: 'rewrite', chapter: 2 }],
    ['第三章改寫成白話', { kind: 'rewrite', chapter: 3 }],
    ['請把報告寫長一點', { kind: 'rewrite' }],
    ['太長了，精簡一些', { kind: 'rewrite' }],
    ['make it shorter please', { kind: 'rewrite' }],
    ['rewrite chapter 2 in a casual tone', { kind: 'rewrite', chapter: 2 }],
    ['もっと短く書き直して', { kind: 'rewrite' }],
    ['2章をわかりやすく書き直して', { kind: 'rewrite', chapter: 2 }],
    ['重新發布', { kind: 'republish' }],
    ['請再發布一次報告', { kind: 'republish' }],
    ['publish the report again', { kind: 'republish' }],
    ['レポートを再公開して', { kind: 'republish' }],
  ])('is understood by rule: %s', (words, wish) => {
    expect(understandWish(words, CHAPTERS)).toEqual({ kind: 'clear', wish });
  });

  it.each([
    '深入第九章',
    '第 9 章補日文來源',
    '改寫第 12 章',
    '第一章再深入',
    'deepen chapter ten',
  ])('that names no chapter with content is known at once: %s', (words) => {
    expect(understandWish(words, CHAPTERS)).toEqual({ kind: 'no-such-chapter' });
  });

  it.each([
    '',
    '🙂',
    '謝謝',
    '第二章在講什麼？',
    '深入',
    '不要改寫第二章',
    "don't rewrite chapter 2",
    '深入第二章和第三章',
    '深入第二、三章',
    '把第 2-4 章縮短',
    'expand on chapter 2 and 3',
    '2章と3章を詳しく',
    '第二章改寫得口語一點，並補日文來源',
    '翻譯成英文並改寫',
    '補韓文來源',
    '錢的部分多講一點',
    '把多寫一章的事再想想',
    `深入第二章${'，還有很多別的'.repeat(40)}`,
  ])('is left open when no rule is sure: %s', (words) => {
    expect(understandWish(words, CHAPTERS)).toEqual({ kind: 'unclear' });
  });

  it('takes no common word within a sentence for the name of a chapter', () => {
    expect(understandWish('補充降低成本的英文資料', CHAPTERS)).toEqual({
      kind: 'clear',
      wish: { kind: 'add-sources', languages: ['en'] },
    });
  });
});
