export type { Activity, ActivityListener } from './activity.ts';
export type { Audience, Profile } from './audience.ts';
export {
  messageIdOf,
  type BotEntry,
  type ChatEntry,
  type Delivered,
  type UserEntry,
} from './chat-store.ts';
export type { Fault } from './faults.ts';
export { FakeLine } from './fake-line.ts';
export type { FakeLineOptions } from './fake-line-parts.ts';
export type { JournalEntry } from './journal.ts';
export type { LedgerEntry } from './ledger.ts';
export type { LoadingAnimation } from './loading-animations.ts';
export type { QuotaLimit } from './quota.ts';
export { quotedBy } from './quote-tokens.ts';
export type { EventChanges } from './message-events.ts';
export type { Speaker } from './webhook-event.ts';
export type { WebhookChanges, WebhookResult } from './webhook-sender.ts';
