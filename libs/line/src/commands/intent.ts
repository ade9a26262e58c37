import type { FollowUpWish } from '@dossier/contracts';

/** What a person wants, as their sentence was understood. */
export type Intent =
  | { readonly kind: 'research'; readonly question: string }
  | { readonly kind: 'follow-up'; readonly wish: FollowUpWish }
  /** A follow-up that leaves open which chapter, or which languages: to be asked back. */
  | { readonly kind: 'choose-chapter' }
  | { readonly kind: 'choose-language'; readonly chapter?: number }
  | { readonly kind: RunCommand }
  | { readonly kind: 'history' | 'new-topic' | 'help' | 'greeting' | 'thanks' }
  /** Just "new research" without a question. */
  | { readonly kind: 'ask-question' }
  /** No rule is sure: the person is asked back. `text` is what they wrote, trimmed. */
  | { readonly kind: 'unclear'; readonly text: string }
  | { readonly kind: 'too-long'; readonly length: number }
  | { readonly kind: 'empty' };

/** Commands about one run: the quoted one, else the conversation's current one. */
export type RunCommand =
  'status' | 'cancel' | 'link' | 'versions' | 'republish' | 'retry' | 'approve-plan' | 'edit-plan';
