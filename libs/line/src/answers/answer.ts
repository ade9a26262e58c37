import type {
  FollowUpWish,
  Notice,
  Publication,
  RunId,
  RunKey,
  StageName,
  StageProgress,
  VersionStatus,
} from '@dossier/contracts';

/** What the bot says, as data: `composeAnswer` makes messages of it. Texts are a person's or a report's own. */
export type Answer =
  | OfRun
  | OfQuestion
  | OfFollowUp
  | OfReport
  /** First contact: somebody added the bot, or the bot joined a group (`prefix` addresses it there). */
  | { readonly kind: 'welcome'; readonly group: boolean; readonly prefix: string }
  | { readonly kind: 'help'; readonly group: boolean; readonly prefix: string }
  | { readonly kind: 'greeting' | 'thanks' | 'ask-question' | 'new-topic' }
  /** A sticker, a picture, ...: only text is read. */
  | { readonly kind: 'only-text' }
  /** A command needs a run, and the conversation has none. */
  | { readonly kind: 'no-run' }
  /** Only the person who asked may change a run. */
  | { readonly kind: 'not-owner' }
  /** A button whose data nobody made, or whose run or question is gone. */
  | { readonly kind: 'button-invalid' }
  | { readonly kind: 'not-allowed' }
  | {
      readonly kind: 'limit-reached';
      readonly who: 'user' | 'group';
      readonly limit: number;
      /** Until the day of the limit ends. */
      readonly resetsInMs: number;
    };

/** About a question that was just asked. */
type OfQuestion =
  | { readonly kind: 'accepted'; readonly question: string; readonly run: RunKey }
  /** Another run is under way: wait, cancel the first, or queue? */
  | {
      readonly kind: 'busy';
      readonly running: string;
      readonly stage: StageName;
      readonly asked: string;
      readonly pending: RunId;
      /** Whether the asker may cancel the running one. */
      readonly mayCancel: boolean;
      readonly mayQueue: boolean;
    }
  | { readonly kind: 'queued'; readonly question: string; readonly place: number }
  | { readonly kind: 'queue-full'; readonly limit: number }
  /** The choice was to wait: the question is not kept. */
  | { readonly kind: 'not-queued'; readonly question: string }
  | {
      readonly kind: 'unclear';
      readonly text: string;
      readonly pending: RunId;
      readonly hasReport: boolean;
      /** The report that going deeper would mean: in groups, a button can name it and a text cannot. */
      readonly report?: RunKey;
    }
  | { readonly kind: 'too-long'; readonly length: number; readonly limit: number };

/** About a run. */
type OfRun =
  | {
      readonly kind: 'status';
      readonly run: RunKey;
      readonly question: string;
      readonly status: VersionStatus;
      /** The stage under way or due; where it ended when it ended early. */
      readonly stage: StageName;
      readonly needsHuman: boolean;
      /** Why it waits for a person: a stable code. */
      readonly waitsFor?: string;
      /** How far its stage has come, as far as that is told. */
      readonly progress?: StageProgress;
      readonly reason?: string;
      /** Since its version began, in milliseconds. */
      readonly elapsedMs: number;
      /** Themes of the plan, once there is one. */
      readonly groups: readonly string[];
      /** Questions waiting behind it. */
      readonly queued: number;
    }
  | { readonly kind: 'cancelled'; readonly question: string; readonly next?: string }
  | { readonly kind: 'not-cancellable'; readonly question: string; readonly status: VersionStatus }
  | {
      readonly kind: 'retrying';
      readonly question: string;
      readonly run: RunKey;
      readonly stage: StageName;
    }
  | { readonly kind: 'not-retryable'; readonly question: string; readonly status: VersionStatus }
  /** How a version ended, when it could not be pushed or is asked for again. */
  | {
      readonly kind: 'ended';
      readonly notice: Exclude<Notice['kind'], 'report'>;
      readonly run: RunKey;
      readonly question: string;
      readonly stage: StageName;
      readonly reason: string;
      /** After a wish for a chapter that is not there: those that are. */
      readonly chapters?: readonly ChapterChoice[];
    }
  | { readonly kind: 'no-plan-waiting'; readonly question: string }
  | { readonly kind: 'selected'; readonly run: RunKey; readonly question: string };

/** About a further version. */
type OfFollowUp =
  | {
      readonly kind: 'follow-up-accepted';
      readonly question: string;
      readonly run: RunKey;
      readonly wish: FollowUpWish;
      /** Heading of the chapter that the wish names. */
      readonly heading?: string;
    }
  | {
      readonly kind: 'choose-chapter';
      readonly run: RunKey;
      readonly question: string;
      readonly chapters: readonly ChapterChoice[];
      /** The chapter that was asked for and is not there (or cannot be deepened). */
      readonly missing?: number;
      /** What was to be done with it; to go into it when absent. */
      readonly wish?: 'rewrite' | 'add-sources';
    }
  | {
      readonly kind: 'choose-language';
      readonly run: RunKey;
      readonly question: string;
      /** The only chapter that the sources are for. */
      readonly chapter?: number;
    }
  /** The newest version is still being made. */
  | {
      readonly kind: 'still-running';
      readonly run: RunKey;
      readonly question: string;
      readonly stage: StageName;
    }
  /** There is a report to go on from, but what it was made of is gone or too old. */
  | { readonly kind: 'base-unreadable'; readonly run: RunKey; readonly question: string }
  /** There is no finished report to go on from. */
  | { readonly kind: 'no-report'; readonly run: RunKey; readonly question: string };

/** A chapter that can be deepened. */
export interface ChapterChoice {
  readonly number: number;
  readonly heading: string;
}

/** About finished reports. */
type OfReport =
  | {
      readonly kind: 'report';
      readonly run: RunKey;
      readonly question: string;
      readonly publication: Publication;
    }
  | { readonly kind: 'history'; readonly runs: readonly HistoryRow[] }
  | {
      readonly kind: 'versions';
      readonly runId: RunId;
      readonly question: string;
      /** Newest first. */
      readonly versions: readonly VersionRow[];
    };

/** One run in the list of a conversation's runs. */
export interface HistoryRow {
  readonly run: RunKey;
  readonly question: string;
  readonly status: VersionStatus;
  readonly startedAt: Date;
  readonly current: boolean;
  /** The newest published version. */
  readonly publication?: Publication;
}

/** One version in the list of a run's versions. */
export interface VersionRow {
  readonly version: number;
  readonly status: VersionStatus;
  readonly startedAt: Date;
  readonly kind: 'new' | FollowUpWish['kind'];
  readonly publication?: Publication;
}
