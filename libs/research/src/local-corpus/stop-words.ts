import type { Fold } from './fold-text.ts';

/** Words that say nothing about a question's subject. */
const STOP_WORDS = [
  // Chinese
  '的 了 是 在 有 嗎 呢 吧 吗 么 麼 與 和 及 或 跟 還 也 都 會 能 可 可以 能夠 能否 可否 應該 應 是否 什麼 甚麼 為什麼 為何 如何',
  '怎麼 怎樣 怎麼樣 哪 哪些 哪裡 哪個 哪一 何 何時 誰 多少 多 少 幾 幾個 幾度 幾年 幾成 幾倍 幾次 幾人 多大 多高 多久 多長 多深 多遠 多快',
  '對 於 對於 關於 針對 讓 使 使得 被 把 將 要 需 需要 必須 請 請問 想 想要 知道 告訴 我 我們 你 您 他 她 它 們 這 那 這個 那個 這些 那些 其',
  '有沒有 是不是 會不會 能不能 要不要 不要 不 沒 沒有 到底 究竟 目前 現在 一下 一個 一 之間 以及 之 從 到 由 用 以 來 去 上 下 中 內 外 時 後 前',
  '個 種 次 年 月 日 天 度 人 每 各 真的 介紹 整理 情況 情形 相關 主要 最 更 較 很 非常 等 等等 而 但 若 如果 因為 所以 就 才 只 並 且 做 當 哪種',
  '為 只有 僅 達 高達 共有 共 佔 占 則 仍 已 曾 亦 約為 之後 之前 長 高 久 深 遠 快 慢',
  '還是 或者 抑或 或是 抑或是 元 塊 塊錢 錢 新臺幣 新台幣',
  '大約 約 平均 左右 可能 一般 通常 有關 方面 進行 帶來 造成 產生 具有 存在 適合 值得 不同 各種 目前為止 多數 部分 成為 作為 這樣 那麼 比較 相比 比',
  // Japanese
  'は が を に で と も の へ や か から まで より です ます ある いる する した して なる どう どの どれ どれくらい どのくらい どのような 何 なに いくら',
  'なぜ こと もの ため よう それ これ その この また ください 教え について における による 場合 的 等 など 程度 時 中 後 前 上 下 年 月 日 人 それとも または あるいは',
  // English
  'a an the of in on at to for from by with about into over under between and or whether either not no is are was were be been being do does did',
  'has have had can could may might will would should must it its this that these those there which who whom whose what when where',
  'why how much many more most than then as if so such any some i you he she they we me my your our their please tell explain describe',
  'need needs before after alone each during while both another other compare vs versus per also only very there what which does really',
];

/** Words about how things hang together. Documents on anything use them, and answers do without. */
const VAGUE_WORDS = [
  '影響 衝擊 效果 成效 效益 效應 原因 成因 限制 問題 優點 缺點 好處 壞處 優缺點 利弊 方法 方式 作法 做法 措施 趨勢 發展 現況 現狀 未來',
  '爭議 意見 看法 觀點 差異 挑戰 機制 原理 條件 關係 重要 重要性 特色 定義 意義 種類 類型 經驗 案例 例子 建議 政策 技術 研究 可行 可行性',
  '評估 分析 說明 變化 結果 程度 過程 步驟 策略 計畫 情形 狀況 功能 作用 表現 實際 有效 改善 使用 提高 提升 降低 減輕 增加 減少 進展 前景 潛力 需要 幫助 取得 發生 導入 採用 應用 推動 實施 立場 內容 角色 因素 現象 議題 主張 論點 差別 特點 重點 背景 關鍵 概況 數字 資訊 看待 進度 評價 比例 比率 數量 規模',
  '影響 効果 原因 課題 問題 利点 欠点 方法 現状 将来 議論 違い 仕組み 条件 関係 特徴 種類 事例 提案 評価 分析 変化 結果 割合 規模 導入 採用 利用 活用 メリット デメリット',
  'effect effects effectiveness affect affects affected impact impacts influence influences cause causes reason reasons limit limits limitation limitations reduce increase improve',
  'problem problems issue issues advantage advantages disadvantage benefit benefits method methods trend trends development help',
  'status future share number size controversy opinion difference differences challenge challenges mechanism condition evidence',
  'relationship importance feature type types experience case example policy technology research result results work works',
];

/** Words about what side of the subject is asked for. They too are used everywhere, but tell answers apart. */
const ASPECT_WORDS = [
  '風險 成本 費用 標準 安全 安全性 補助 時間 價格 期間',
  '費用 基準 コスト リスク 安全性 価格 期間',
  'risk risks cost costs price standard safety time',
];

/** The word lists in the folded shape in which words are compared. */
export interface WordClasses {
  readonly stop: ReadonlySet<string>;
  readonly aspect: ReadonlySet<string>;
  readonly vague: ReadonlySet<string>;
}

/** Folds the word lists. */
export function wordClasses(fold: Fold): WordClasses {
  const words = (lists: readonly string[]): ReadonlySet<string> =>
    new Set(lists.flatMap((list) => list.split(' ')).map(fold));
  return { stop: words(STOP_WORDS), aspect: words(ASPECT_WORDS), vague: words(VAGUE_WORDS) };
}
