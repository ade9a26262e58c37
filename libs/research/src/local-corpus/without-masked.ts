/** What ingress writes in place of personal data (`［已遮蔽：電話］`), after NFKC. */
const MASKED = /\[已遮蔽:\p{Script=Han}+\]/gu;
const CLAUSE = /[^，。！？；,!?;\n]+[，。！？；,!?;\n]*/gu;

/**
 * A question (in NFKC) without what only carried personal data: no document speaks of a placeholder,
 * and `我的電話是…，` is no part of what is asked. A clause in which something was masked goes when
 * the others say more than it does, else only its placeholders go.
 */
export function withoutMasked(question: string): string {
  if (question.search(MASKED) < 0) return question;
  const clauses = question.match(CLAUSE) ?? [];
  const others = clauses.filter((clause) => clause.search(MASKED) < 0);
  const asides = clauses.filter((clause) => clause.search(MASKED) >= 0);
  const isAside = lettersIn(others.join('')) > lettersIn(asides.join('').replace(MASKED, ''));
  return isAside ? others.join('') : question.replace(MASKED, ' ');
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
