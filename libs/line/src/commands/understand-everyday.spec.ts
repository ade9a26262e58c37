import { sentences } from './sentences.kit.ts';
import { understand } from './understand.ts';

/** Commands as people put them who never read the help. */
const COMMANDS = {
  status: sentences(`
    研究進行到哪了 | 快好了嗎 | 跑完沒 | 什麼時候可以看到報告 | any update? | How much longer? | もうできましたか
    現在進度到哪裡了？ | 還要等多久 | 大概還要多久 | 查得怎麼樣了 | 研究得怎麼樣了 | 怎麼還沒好 | 報告還要多久
    我的研究進度 | 我想知道進度 | 請問報告好了嗎？ | 寫完了嗎 | What's the status? | Is my report ready yet?
    進捗どうですか | いつ終わりますか
  `),
  cancel: sentences(`
    研究取消 | 這個研究取消 | 把它取消 | cancel the current research | stop researching | 研究をキャンセル
    調べるのをやめて
    取消這次研究 | 取消這份報告 | 取消掉 | 停 | 先停一下 | 別查了 | 不用查了 | never mind | cancel my request
  `),
  link: sentences(`
    報告連結再給我一次 | 把連結傳給我 | 我找不到報告 | resend the link | リンクちょうだい
    連結再傳一次 | 我的報告在哪裡 | 網址給我 | 打開報告 | 把報告給我 | 报告链接 | 再給我一次報告連結
    send me the link again | Where's my report? | リンクをもう一度送ってください
  `),
  versions: sentences(
    '版本有哪些 | 我要看舊版 | 列出版本 | 上一版 | list all versions | 過去のバージョン',
  ),
  history: sentences(
    '我之前問過什麼 | what did I ask before | 我問過哪些問題 | 列出我的報告 | 我的紀錄 | 過去的報告 | list my reports | 私のレポート',
  ),
  republish: sentences('重新發布這份報告 | 重新發布一次 | publish it again'),
  retry: sentences(
    '再試試看 | 重新試一次 | 重跑一次 | 重來 | one more time | もう一度お願いします',
  ),
  'new-topic': sentences(
    '換個主題 | 下一個題目 | 換別的題目 | different topic | 別のテーマにしたい',
  ),
  help: sentences(`
    這個怎麼用？ | 要怎麼使用這個機器人 | 有什麼功能 | 指令列表 | 可以問什麼 | 你是機器人嗎 | 选项
    how does this work? | どう使えばいいですか
  `),
  greeting: sentences('你好嗎 | how are you? | ハロー | よろしくお願いします'),
  thanks: sentences('太棒了謝謝 | 很有幫助，謝謝'),
} as const;

describe('understand, from day to day', () => {
  it.each(Object.entries(COMMANDS).flatMap(([kind, list]) => list.map((text) => [text, kind])))(
    'takes %j for %s',
    (text, kind) => {
      expect(understand(text).kind).toBe(kind);
    },
  );

  it.each(
    sentences(`
      今天天氣真好 | 我晚點再看 | 我朋友推薦我用的 | 好想放假 | 改天再問 | 有點慢耶 | 生日快樂 | 今天好累
      我按錯了 | 傳錯人了 | 我看不懂 | 寫得太爛了 | 不夠詳細 | 怎麼這麼慢 | 怎麼沒回 | 發生什麼事 | 是不是當機了
      一天可以問幾次 | 額度還有多少 | 你怎麼查資料的 | 怎麼下載報告 | 如何分享這份報告 | 報告有哪些章節 | 刪除這份報告
      如果取消會怎樣 | 取消了嗎？ | 怎麼被取消了 | 不要取消 | 不要停 | see you tomorrow | happy birthday
      do you speak English? | how much does it cost? | why did it fail | 今日は寒いですね | 質問があります
      補台灣的中文資料 | 來源太少，多找一些 | 用日文再查一次資料補充
    `),
  )('asks back about %j, which is neither a question to research nor a command', (text) => {
    expect(understand(text)).toEqual({ kind: 'unclear', text });
  });

  it.each(
    sentences(`
      AI會取代律師嗎 | ChatGPT對教育的衝擊 | 我國的能源轉型 | 你好這個詞為什麼流行 | 我的研究主題是青少年睡眠
      停車位不足的解法 | 停滯性通膨 | 機器人產業 | 太陽能板壽命 | 好市多的商業模式 | 更多女性從政的國家
      我正在寫關於離岸風電對漁業影響的報告，請整理資料 | IT 產業薪資 | good governance in Nordic countries
      progress in Alzheimer's treatment | 我媽媽有糖尿病，飲食要注意什麼
    `),
  )('researches %j', (text) => {
    expect(understand(text)).toEqual({ kind: 'research', question: text });
  });

  it.each([
    ['第三章可以講更多嗎', 'deepen', 3],
    ['第三章我想知道更多', 'deepen', 3],
    ['想看第二章更多內容', 'deepen', 2],
    ['第二章太長了，縮短', 'rewrite', 2],
    ['第二章太難了，寫簡單一點', 'rewrite', 2],
    ['第二章換個寫法', 'rewrite', 2],
    ['第二章用白話一點的方式寫', 'rewrite', 2],
    ['報告太長了，縮短一點', 'rewrite', undefined],
    ['換個方式寫', 'rewrite', undefined],
    ['わかりやすく書き直して', 'rewrite', undefined],
  ])('takes %j for the wish that it is', (text, kind, chapter) => {
    const wish = chapter === undefined ? { kind } : { kind, chapter };
    expect(understand(text)).toMatchObject({ kind: 'follow-up', wish });
  });

  it.each(sentences('深入最後一章 | 再深入探討一下 | 可以講更多嗎 | 我想要更詳細的內容'))(
    'asks which chapter for %j',
    (text) => {
      expect(understand(text)).toEqual({ kind: 'choose-chapter' });
    },
  );
});
