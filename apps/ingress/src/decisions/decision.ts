import type { RunKey, StageCommand, Workspace } from '@dossier/contracts';
import type { Answer } from '@dossier/line';
import type { Change } from '@dossier/workspace';
import type { Conversation } from '../conversation/conversation.ts';

/** What an event leads to. All of its writes are made in one transaction, or none. */
export interface Decision {
  /** What is said; absent: nothing. */
  readonly say?: Say;
  readonly conversation?: Conversation;
  /** Changes of workspaces that were read, or new ones, in order: a later one builds on the earlier. */
  readonly changes?: readonly Change<unknown>[];
  /** Commands in the outboxes of those: published after the commit. */
  readonly commands?: readonly StageCommand[];
  /** The version that began, and the record of the message that asked for it. */
  readonly began?: { readonly run: RunKey; readonly messageKey?: string };
  /** Counts towards the daily limits. */
  readonly counted?: true;
}

/** What is said: an answer, or what must be read before it can be one. */
export type Say =
  | Answer
  | {
      readonly kind: 'tell-status';
      readonly key: RunKey;
      readonly workspace: Workspace;
      readonly queued: number;
    }
  | { readonly kind: 'tell-report'; readonly key: RunKey; readonly workspace: Workspace }
  | { readonly kind: 'tell-versions'; readonly workspace: Workspace }
  | { readonly kind: 'tell-history'; readonly conversation: Conversation };

/** A decision that only says something. */
export function saying(say: Say): Decision {
  return { say };
}
