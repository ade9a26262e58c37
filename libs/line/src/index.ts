export type { LineConversation } from './conversation.ts';
export { LineClient, type LineClientOptions, type PushReceipt } from './line-client.ts';
export type { LineMessage } from './line-message.ts';
export {
  helpMessage,
  noEvidenceMessage,
  questionAcceptedMessage,
  questionTooLongMessage,
  runCancelledMessage,
  runFailedMessage,
  runInProgressMessage,
} from './messages.zh-tw.ts';
export { reportCard, type ReportCardInput } from './report-card.ts';
export { verifySignature } from './signature.ts';
export { parseWebhook, WebhookUnreadable, type LineEvent, type LineMention } from './webhook.ts';
