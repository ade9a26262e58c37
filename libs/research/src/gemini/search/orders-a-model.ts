/** Words with which pages try to take a model over, in the languages that are searched in. */
const ORDERS = [
  /(?:忽略|無視|无视|不要理[會会]|別管|别管|拋開|抛开)[^。！？]{0,16}(?:指示|指令|規則|规则|命令|提示|設定|设定)/u,
  /(?:指示|指令|命令|ルール|プロンプト)[^。！？]{0,12}(?:無視|忘れ|従わない)/u,
  /(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules|prompts?|guidelines)\b/iu,
  /(?:輸出|输出|洩漏|透露|出力|reveal|print|repeat|show)[^。！？.]{0,16}(?:系統提示|系统提示|システムプロンプト|system prompt|your prompt|your instructions)/iu,
  /你現在是|你现在是|you are now\b|あなたは今から/iu,
  /<\|?\/?(?:im_start|im_end|start_of_turn|end_of_turn|system|assistant)/iu,
] as const;

/**
 * Whether a statement gives orders to a model. It is evidence of nothing, and to quote it would hand it on.
 * A hint only: what a model may do does not depend on it.
 */
export function ordersAModel(statement: string): boolean {
  return ORDERS.some((pattern) => pattern.test(statement));
}
