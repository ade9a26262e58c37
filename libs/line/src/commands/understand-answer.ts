import type { Language } from '@dossier/contracts';
import { understand } from './understand.ts';

/** What a bare answer names: 第二章, 2, 日文, 英文和日文. */
export interface BareAnswer {
  readonly chapter?: number;
  readonly languages?: readonly Language[];
}

/** Longer than a chapter or a few languages: a sentence of its own. */
const MAX_ANSWER = 20;

/**
 * Reads the answer to "which chapter?" or "which language?", by completing it to the command that it
 * stands for; undefined when it names neither. Alone such words are unclear, so the caller must know
 * that it has asked.
 */
export function understandAnswer(text: string): BareAnswer | undefined {
  const bare = text.normalize('NFKC').trim();
  if (bare === '' || bare.length > MAX_ANSWER) return undefined;
  const named = /^\d{1,3}$/.test(bare) ? `第${bare}章` : bare;
  const deeper = understand(`深入${named}`);
  if (deeper.kind === 'follow-up' && deeper.wish.kind === 'deepen') {
    const { chapter, languages } = deeper.wish;
    if (chapter !== undefined && languages === undefined) return { chapter };
  }
  const more = understand(`補${bare}來源`);
  if (more.kind === 'follow-up' && more.wish.kind === 'add-sources') {
    const { languages, chapter } = more.wish;
    if (languages !== undefined && chapter === undefined) return { languages };
  }
  return undefined;
}
