import type { Language, RunId, RunKey } from '@dossier/contracts';

/** What a button does. Every button has one of these; anything else in a postback is refused. */
export type PostbackAction =
  /** About one version of a run. `select` makes the run the conversation's current one, `ask-again` asks its question as a new one. */
  | {
      readonly act:
        | 'status'
        | 'cancel'
        | 'link'
        | 'versions'
        | 'republish'
        | 'ask-again'
        | 'retry'
        | 'select'
        | 'approve-plan'
        | 'edit-plan';
      readonly run: RunKey;
    }
  /** Without a chapter the person is asked which. */
  | { readonly act: 'deepen'; readonly run: RunKey; readonly chapter?: number }
  /** Without a language the person is asked which; a chapter that they named is kept meanwhile. */
  | {
      readonly act: 'add-sources';
      readonly run: RunKey;
      readonly chapter?: number;
      readonly language?: Language;
    }
  /** What to do with a question that came while another was researched, or that was unclear. */
  | {
      readonly act: 'wait' | 'cancel-first' | 'queue' | 'research';
      /** Id of the question that waits for this choice. */
      readonly pending: RunId;
    }
  | { readonly act: 'history' | 'help' | 'new-topic' };
