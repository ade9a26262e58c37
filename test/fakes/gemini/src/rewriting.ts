/** Traditional letters of this server's own sentences, each before its Simplified form. */
const PAIRS =
  '從从 務务 動动 區区 協协 員员 單单 場场 報报 實实 專专 對对 導导 將将 層层 幾几 應应 據据 態态 護护 數数 斷断 時时 來来 東东 極极 標标 業业 樣样 機机 歷历 營营 環环 產产 異异 發发 監监 眾众 確确 約约 組组 統统 網网 維维 線线 續续 聯联 與与 變变 讓让 說说 調调 論论 證证 認认 識识 議议 資资 這这 進进 達达 適适 還还 過过 運运 遠远 選选 錄录 長长 門门 開开 間间 關关 電电 題题 類类 顯显 風风 點点 體体 國国 際际 規规 費费 減减 為为 當当 總总 節节 會会 個个 萬万 億亿 較较 準准 測测 許许 訴诉 質质 現现 滿满 訪访 訓训 練练 觀观 學学 經经 內内 別别 後后 們们';
const SIMPLIFIED = new Map(
  PAIRS.split(' ').map(([traditional = '', simplified = '']) => [traditional, simplified]),
);

/** The text in Simplified letters where this server knows one. */
export function toSimplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (letter) => SIMPLIFIED.get(letter) ?? letter);
}

/** JSON text with each of its string values changed; names and keys of sources stay. */
export function mapStrings(json: string, change: (value: string) => string): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && !/^[\w-]*$/u.test(inner) ? change(inner) : inner,
  );
}
