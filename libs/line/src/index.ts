export type { Answer, ChapterChoice, HistoryRow, VersionRow } from './answers/answer.ts';
export { composeAnswer } from './answers/compose-answer.ts';
export { wishWords } from './cards/accepted-card.ts';
export { cardSamples } from './cards/card-samples.ts';
export type { Intent, RunCommand } from './commands/intent.ts';
export { encodePostback, parsePostback } from './commands/postback.ts';
export type { PostbackAction } from './commands/postback-action.ts';
export { understand } from './commands/understand.ts';
export { understandAnswer } from './commands/understand-answer.ts';
export { wishInWords } from './commands/wish-in-words.ts';
export { findProblems } from './limits/find-problems.ts';
export type { Problem } from './limits/problem.ts';
export { messageSize } from './limits/message-size.ts';
export type { LineConversation } from './conversation.ts';
export type { LineCredentials } from './access-tokens/line-credentials.ts';
export type { LineClientOptions, ObservedCall } from './line-client-calls.ts';
export type { PushReceipt } from './line-client-receipts.ts';
export { LineClient, type MonthlyQuota } from './line-client.ts';
export type { LineMessage } from './line-message.ts';
export { maskPersonalData } from './personal-data/mask-personal-data.ts';
export { verifySignature } from './signature.ts';
export { parseWebhook, WebhookUnreadable, type LineEvent } from './webhook.ts';
export { addressedText } from './webhook/addressed-text.ts';
export { LineOperator, type WebhookTest } from './operator/line-operator.ts';
export {
  dossierMenu,
  planInstallation,
  planRemoval,
  takeStep,
  type DossierMenu,
  type MenuStep,
} from './operator/rich-menu.ts';
