import { LANGUAGES, type Language } from '@dossier/contracts';
import fc from 'fast-check';
import { COMMANDS, type CommandName } from './command-table.ts';
import type { Intent } from './intent.ts';
import { sentences } from './sentences.kit.ts';
import { understand } from './understand.ts';

type Plain = Exclude<
  Intent['kind'],
  'research' | 'follow-up' | 'choose-language' | 'unclear' | 'too-long'
>;

/** Sentences that are understood without any detail. */
const SENTENCES: Readonly<Record<Plain, readonly string[]>> = {
  status: sentences(`
    查看進度 | 进度 | 查看进度 | 查看一下進度 | 進度 | 進度？ | 進度呢 | 請問進度如何？
    看一下進度 | 幫我查進度 | 幫我看進度好嗎 | 狀態 | 做到哪了 | 現在做到哪了？ | 研究進度
    status | Status? | STATUS | ｓｔａｔｕｓ | progress | show progress please | /status
    進捗 | 進捗は？ | 進捗を教えてください | 進捗状況 | ステータス | 📈 進度
    進度到哪了 | 好了嗎 | 報告好了嗎？ | 還要多久 | 你好，查看進度 | 早安，進度？ | # 進度
    is it done yet? | how long will it take | ありがとう、進捗は？ | まだですか
  `),
  cancel: sentences(`
    取消 | 取消。 | 請取消 | 取消吧 | 取消一下 | 我想取消 | 那就取消吧！ | 停止 | 中止
    取消研究 | 停止研究 | 可以取消嗎 | 麻煩取消，謝謝 | cancel | Cancel! | please cancel
    cancel the research | stop | Stop it | キャンセル | キャンセルしてください | ｷｬﾝｾﾙ
    取 消 | ❌取消 | 「取消」 | 你好 取消 | /取消 | ok 取消 | cancel this | やめて
  `),
  link: sentences(`
    連結 | 链接 | 网址 | 網址 | 報告連結 | 給我報告連結 | 請給我連結 | 報告的連結？
    報告在哪裡？ | link | link please | give me the link | report link | リンク
    リンクをください | 再給我一次連結 | 報告呢？ | 連結在哪 | where is the report?
  `),
  history: sentences(`
    我的報告 | 我的报告 | 歷史 | 历史 | 紀錄 | 记录 | 歷史紀錄 | 查看紀錄 | 看我的報告
    my reports | history | My Reports | show my reports | 履歴 | 履歴を見せて
    有哪些報告？ | 我問過什麼
  `),
  versions: sentences(`
    版本 | 所有版本 | 版本列表 | 有哪些版本？ | versions | all versions | バージョン | ﾊﾞｰｼﾞｮﾝ
  `),
  republish: sentences(`
    重新發布 | 重新發佈 | 重新发布 | 请重新发布 | 重新發布一下 | 重新發布報告 | republish
    publish again | 再公開 | 再公開してください | 再公開をお願いします
  `),
  retry: sentences(`
    再試一次 | 再试一次 | 重試 | 重试 | 請再試一次 | 再試一次好嗎 | retry | try again
    please try again | Retry. | 再試行 | 再試行してください | もう一度試して
  `),
  'new-topic': sentences(`
    換題目 | 新題目 | 换题目 | 換個題目吧 | 我想換話題 | new topic | change topic
    話題を変える | 話題を変えてください | 新しいテーマ
  `),
  help: sentences(`
    說明 | 说明 | 幫助 | 帮助 | ？ | ? | ?? | ？？？ | 使用說明 | 怎麼用 | 怎么用？ | 指令
    你可以做什麼？ | 你會什麼 | help | Help! | help me | what can you do? | /help | 使い方
    使い方を教えて | ヘルプ | 何ができますか？
    你是誰？ | 你能幫我做什麼？ | 選單 | who are you?
  `),
  'approve-plan': sentences(`
    同意計畫 | 同意計劃 | 同意计划 | 核准 | 我同意計畫 | 批准 | approve | Approve the plan
    計画を承認 | 承認 | 承認します | 計画を承認します
  `),
  'edit-plan': sentences(`
    修改計畫 | 修改计划 | 我要修改計畫 | 請修改計畫 | edit plan | edit the plan | 計画を修正
  `),
  'ask-question': sentences(`
    研究 | 新研究 | 我要研究 | 幫我研究 | 請研究 | 研究： | 研究一下 | 幫我查 | new research
    research | Research: | look into | please research | 調べて | 調べてください
    開始研究 | 研究看看 | 查詢 | /研究
  `),
  'choose-chapter': sentences(`
    深入 | 再深入 | 再深入一點 | 深入一點 | 更深入 | 深一點 | 展開 | 詳細一點 | 寫詳細一點
    可以再深入一點嗎？ | 更详细 | more detail | More details please | go deeper | deepen
    tell me more | もっと詳しく | 詳しく | もっと詳しくお願いします | 深掘りして
    深入第二章和第三章 | 再深入一點，補日文來源
    把全部都深入 | 每一章都再深入 | 整份報告再深入一點 | 深入報告
  `),
  greeting: sentences(`
    你好 | 您好！ | 嗨 | 嗨～ | 哈囉 | 哈囉👋 | 早安 | 早 | 午安☀️ | 大家好 | 你好啊 | 在嗎？
    hi | Hi! | HELLO | hello there | hey | Good morning | こんにちは | おはようございます！
  `),
  thanks: sentences(`
    謝謝 | 谢谢 | 謝謝你 | 感謝 | 非常感謝 | 謝啦～ | 好的，謝謝 | 收到，謝謝你的幫忙！
    辛苦了 | thanks | Thank you so much! | ok thanks | thx | ありがとう
    ありがとうございます😊 | 嗨，謝謝
  `),
  empty: ['', ' ', '\n\t', '\u3000', '。', '...', '！！！', '😀', '👍🏽', '❤️‍🔥 🎉', '——', '\u200b'],
};

/** Commands that make a further version. */
const ofReport = new Set<string>(['deepen', 'add-sources', 'rewrite']);

describe('understand', () => {
  describe.each(Object.entries(SENTENCES))('%s', (kind, list) => {
    it.each(list)('is understood from %j', (sentence) => {
      expect(understand(sentence)).toEqual({ kind });
    });
  });

  it('understands every example of the table', () => {
    for (const { name, example } of COMMANDS) {
      const kind = ofReport.has(name) ? 'follow-up' : name;
      expect([example, understand(example).kind]).toEqual([example, kind]);
    }
  });

  it('understands every word of the table, with what it needs beside it', () => {
    const beside: Partial<Record<CommandName, Record<Language, (word: string) => string>>> = {
      research: {
        'zh-TW': (word) => `${word}地熱發電`,
        en: (word) => `${word} geothermal energy`,
        ja: (word) => (word.startsWith('を') ? `地熱${word}` : `${word} 地熱`),
      },
      deepen: {
        'zh-TW': (word) => `${word}第二章`,
        en: (word) => `${word} chapter 2`,
        ja: (word) => `第2章を${word}`,
      },
      'add-sources': {
        'zh-TW': (word) => `${word}日文來源`,
        en: (word) => `${word} Japanese sources`,
        ja: (word) => `日本語の資料を${word}`,
      },
    };
    for (const { name, words } of COMMANDS) {
      for (const language of LANGUAGES) {
        for (const word of words[language]) {
          const sentence = beside[name]?.[language](word) ?? word;
          const intent = understand(sentence);
          const found = intent.kind === 'follow-up' ? intent.wish.kind : intent.kind;
          expect([sentence, found]).toEqual([sentence, name]);
          if (ofReport.has(name)) expect(intent.kind).toBe('follow-up');
        }
      }
    }
  });

  it('measures a text that is too long by UTF-16 units, without the space around it', () => {
    expect(understand(` ${'熱'.repeat(5_001)}\n`)).toEqual({ kind: 'too-long', length: 5_001 });
    expect(understand('🌋'.repeat(2_501))).toEqual({ kind: 'too-long', length: 5_002 });
    const longest = '地熱發電的成本'.repeat(800).slice(0, 5_000);
    expect(understand(longest)).toEqual({ kind: 'research', question: longest });
  });

  it('makes something of every text, and keeps the words of the person', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(...Object.values(SENTENCES).flat(), '第二章', '，', ' ', 'add', '不要'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (said) => {
        const intent = understand(said);
        const words = said.toWellFormed().normalize('NFC');
        if (intent.kind === 'research') expect(words).toContain(intent.question);
        if (intent.kind === 'research') expect(intent.question).toMatch(/[\p{L}\p{N}]/u);
        if (intent.kind === 'unclear') expect(intent.text).toBe(words.trim());
      }),
      { numRuns: 2_000, seed: 20_261_201 },
    );
  });

  it('takes half a character', () => {
    expect(understand('地熱發電的成本\ud83d').kind).toBe('research');
  });

  it.each([
    '你好',
    '的一點',
    '能不能',
    '我想',
    '幫我',
    '太短了',
    'してください',
    '研究 ',
    '第二',
    '改寫',
    'please ',
    'it ',
    'é',
    '1',
    ' ,',
    'ｶﾞ',
    '\u{20000}',
  ])('is quick with a long text of %j', (part) => {
    for (const start of ['', 'x', '研究 地', '改寫，', '深入第二章', '地熱詳しく']) {
      for (const length of [90, 290, 4_980, 10_000]) {
        const text = `${start}${part.repeat(length / part.length)}`;
        // The best of three: the machine may be busy. Some 2 ms; far more would be backtracking.
        const ms = Math.min(...[1, 2, 3].map(() => msToUnderstand(text)));
        expect(ms).toBeLessThan(40);
      }
    }
  });
});

function msToUnderstand(text: string): number {
  const started = performance.now();
  understand(`${text}x`);
  return performance.now() - started;
}
