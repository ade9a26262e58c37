const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const LETTER = /[\p{L}\p{N}]/gu;

/**
 * Whether a text could be a question at all: it has letters, and not only one of them (哈哈哈). What
 * fails this is refused without asking a model, so the rule errs on the side of asking.
 */
export function isQuestion(text: string): boolean {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
  return new Set(plain.match(LETTER)).size > 1;
}
