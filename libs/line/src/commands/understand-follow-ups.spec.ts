import type { FollowUpWish } from '@dossier/contracts';
import { sentences } from './sentences.kit.ts';
import { understand } from './understand.ts';

const deepen = (chapter: number, languages?: FollowUpWish['languages']): FollowUpWish => ({
  kind: 'deepen',
  chapter,
  ...(languages && { languages }),
});
const sources = (...languages: NonNullable<FollowUpWish['languages']>): FollowUpWish => ({
  kind: 'add-sources',
  languages,
});
const ofChapter = (chapter: number, wish: FollowUpWish): FollowUpWish => ({ ...wish, chapter });

describe('understand, about a report', () => {
  it.each([
    ['深入第二章', deepen(2)],
    ['深入第2章', deepen(2)],
    ['深入第 ２ 章', deepen(2)],
    ['请深入第二章', deepen(2)],
    ['深入第二章吧', deepen(2)],
    ['深入第二節', deepen(2)],
    ['第2章再深一點', deepen(2)],
    ['第 2 章再深一點。', deepen(2)],
    ['第二章可以再深入一點嗎？', deepen(2)],
    ['把第二章寫得更詳細一點', deepen(2)],
    ['第二章多寫一點', deepen(2)],
    ['展開第三章', deepen(3)],
    ['展开第三章', deepen(3)],
    ['補充第三章', deepen(3)],
    ['第十章深入', deepen(10)],
    ['深入第十二章', deepen(12)],
    ['深入第二十章', deepen(20)],
    ['深入第二十一章', deepen(21)],
    ['深入第九十九章', deepen(99)],
    ['深入第100章', deepen(100)],
    ['深入研究第二章', deepen(2)],
    ['deepen chapter 2', deepen(2)],
    ['Please expand chapter two.', deepen(2)],
    ['go deeper on chapter 3', deepen(3)],
    ['tell me more about chapter 4', deepen(4)],
    ['more detail in the second chapter', deepen(2)],
    ['elaborate on section 2 please', deepen(2)],
    ['第2章を詳しく', deepen(2)],
    ['第2章をもっと詳しくしてください', deepen(2)],
    ['２章を掘り下げて', deepen(2)],
    ['深入第二章，補日文來源', deepen(2, ['ja'])],
    ['深入第二章，補充日文來源', deepen(2, ['ja'])],
    ['第 2 章再深一點，補日文來源', deepen(2, ['ja'])],
    ['第二章再深入，並加上英文和日文的資料', deepen(2, ['en', 'ja'])],
    ['deepen chapter 2 and add Japanese sources', deepen(2, ['ja'])],
    ['第2章を詳しく、日本語の情報源も追加して', deepen(2, ['ja'])],
    ['補日文來源', sources('ja')],
    ['补日文来源', sources('ja')],
    ['補充英文資料', sources('en')],
    ['增加日文的來源', sources('ja')],
    ['請幫我加上一些英文文獻，謝謝', sources('en')],
    ['再找日文資料', sources('ja')],
    ['補中文來源', sources('zh-TW')],
    ['補繁中資料', sources('zh-TW')],
    ['補充日文和英文的來源', sources('ja', 'en')],
    ['補充日文、英文、中文來源', sources('ja', 'en', 'zh-TW')],
    ['補充日文，再補日語來源', sources('ja')],
    ['補日文', sources('ja')],
    ['有沒有日文來源', sources('ja')],
    ['多一點日文來源', sources('ja')],
    ['可以補充日文的資料嗎', sources('ja')],
    ['Could you please add a few more Japanese sources to chapter 3?', ofChapter(3, sources('ja'))],
    ["I'd like more detail on chapter 5", deepen(5)],
    ['日文來源', sources('ja')],
    ['add Japanese sources', sources('ja')],
    ['Add some English and Japanese references please', sources('en', 'ja')],
    ['more English sources', sources('en')],
    ['日本語の情報源を追加', sources('ja')],
    ['英語のソースを追加してください', sources('en')],
    ['第三章補英文來源', ofChapter(3, sources('en'))],
    ['第三章，補充英文來源', ofChapter(3, sources('en'))],
    ['用日文來源補充第二章', ofChapter(2, sources('ja'))],
    ['chapter 3: add English sources', ofChapter(3, sources('en'))],
    ['第3章に英語の資料を追加して', ofChapter(3, sources('en'))],
  ])('takes %j for a wish', (sentence, wish) => {
    expect(understand(sentence)).toEqual({ kind: 'follow-up', wish });
  });

  it.each([
    ['深入第二章，特別是補助的部分', deepen(2)],
    ['深入第二章的地熱成本', deepen(2)],
    ['第二章的成本再深入一點', deepen(2)],
    ['deepen chapter 2, especially the costs in Iceland', deepen(2)],
    ['第2章のコストを詳しく', deepen(2)],
    ['第三章補英文來源，最好是政府報告', ofChapter(3, sources('en'))],
    ['補日文來源，尤其是大學的研究', sources('ja')],
    ['第二章太短了，再深入一點', deepen(2)],
    ['補充日文新聞', sources('ja')],
    ['補一些英文的論文', sources('en')],
    ['改成條列式', { kind: 'rewrite' }],
    ['縮短成三百字', { kind: 'rewrite' }],
    ['太長了，寫短一點', { kind: 'rewrite' }],
    ['用條列式重寫第二章', { kind: 'rewrite', chapter: 2 }],
    ['第二章用白話一點的方式改寫', { kind: 'rewrite', chapter: 2 }],
    ['深入第二章，特別是對就業的影響', deepen(2)],
    ['深入第二章，說明為什麼成本這麼高', deepen(2)],
    ['深入第二章，但不要太長', deepen(2)],
    ['深入第二章的英文教學', deepen(2)],
    ['補日文來源，不要新聞', sources('ja')],
    ['補日文來源，要能比較各國的', sources('ja')],
    ['改寫第二章，不要太長', { kind: 'rewrite', chapter: 2 }],
    ['重寫第二章，說明為什麼成本高', { kind: 'rewrite', chapter: 2 }],
    ['改寫成容易比較的樣子', { kind: 'rewrite' }],
    ['簡単に書いて', { kind: 'rewrite' }],
    ['全部重寫', { kind: 'rewrite' }],
    ['第二章比較短，再深一點', deepen(2)],
    ['改寫', { kind: 'rewrite' }],
    ['改寫成小學生也看得懂的版本', { kind: 'rewrite' }],
    ['請改寫得更口語', { kind: 'rewrite' }],
    ['改写第二章', { kind: 'rewrite', chapter: 2 }],
    ['重寫第二章', { kind: 'rewrite', chapter: 2 }],
    ['把第二章改寫得短一點', { kind: 'rewrite', chapter: 2 }],
    ['第二章改寫，語氣正式一點', { kind: 'rewrite', chapter: 2 }],
    ['可以重寫第三章嗎？', { kind: 'rewrite', chapter: 3 }],
    ['寫短一點', { kind: 'rewrite' }],
    ['第二章寫短一點', { kind: 'rewrite', chapter: 2 }],
    ['寫得更簡單一些', { kind: 'rewrite' }],
    ['白話一點', { kind: 'rewrite' }],
    ['縮短第二章', { kind: 'rewrite', chapter: 2 }],
    ['改寫這份報告，給國中生看', { kind: 'rewrite' }],
    ['rewrite', { kind: 'rewrite' }],
    ['Rewrite chapter 2 in plain words', { kind: 'rewrite', chapter: 2 }],
    ['please rewrite it for children', { kind: 'rewrite' }],
    ['make it shorter', { kind: 'rewrite' }],
    ['Make chapter 3 easier to understand', { kind: 'rewrite', chapter: 3 }],
    ['書き直して', { kind: 'rewrite' }],
    ['第2章を書き直してください', { kind: 'rewrite', chapter: 2 }],
    ['もっと短く', { kind: 'rewrite' }],
  ] as const)('keeps the words of %j as an instruction', (sentence, wish) => {
    const expected = { ...wish, instruction: sentence };
    expect(understand(` ${sentence} `)).toEqual({ kind: 'follow-up', wish: expected });
  });

  it('cuts an instruction between characters', () => {
    const intent = understand(`改寫，${'👩‍👩‍👧'.repeat(200)}`);
    const instruction = intent.kind === 'follow-up' ? intent.wish.instruction : undefined;
    expect(instruction?.length).toBeLessThanOrEqual(1_000);
    expect(instruction).toMatch(/👩‍👩‍👧…$/u);
  });

  it.each([
    ['補充來源', {}],
    ['增加資料', {}],
    ['補來源', {}],
    ['補充更多來源', {}],
    ['add sources', {}],
    ['more sources please', {}],
    ['情報源を追加', {}],
    ['補法文來源', {}],
    ['補統計數據', {}],
    ['add Korean sources', {}],
    ['第三章補充來源', { chapter: 3 }],
    ['深入第二章，補德文資料', { chapter: 2 }],
  ])('asks for the language of %j', (sentence, chapter) => {
    expect(understand(sentence)).toEqual({ kind: 'choose-language', ...chapter });
  });

  it.each(
    sentences(`
    第二章 | 第2章 | 日文 | 英文和日文 | 來源 | 補充 | 增加 | add | more | chapter 2
    再多一點 | 深入火星 | 深入第零章 | 深入第0章 | 取消第二章 | 改寫第二章和第三章
    不要深入第二章 | 先不要改寫 | don't deepen chapter 2 | 補日文來源並改寫第二章 | 補火星來源
    第二章和第三章補日文來源 | 第二章？ | 第二章在講什麼？ | add chapter 2 | 翻譯成英文 | 整份報告改成英文 | 用英文改寫第二章
    rewrite in English | やさしい日本語で書き直して | 日文論文 | 第二章加圖表 | chapter 2 is wrong
    第三章跟第四章的差異是什麼 | 第二章的來源可信嗎 | 深入第1000章 | 第二章不要深入 | 第二章改寫了什麼 | 第二章不要改寫 | 第二章為什麼這麼短 | 缺點太多了，重寫 | 大家的意見請全部深入一點
    add sources from Japan | 我不同意計畫 | 取消計畫 | 改寫歷史
  `),
  )('does not guess at %j', (sentence) => {
    expect(understand(sentence)).toEqual({ kind: 'unclear', text: sentence });
  });
});
