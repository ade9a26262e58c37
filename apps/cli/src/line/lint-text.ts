import { printable, textTable } from '../printable.ts';
import type { LintedCard, LintReport } from './lint.ts';

/** A line per card with its share of what LINE allows; the problems beneath. */
export function lintText({ ok, askedLine, cards }: LintReport): string {
  const table = textTable(
    ['CARD', 'TYPE', 'SIZE', 'LIMIT', 'SHARE', 'RESULT'],
    cards.map((card) => [
      printable(card.name),
      card.type,
      `${card.used} ${card.unit}`,
      String(card.limit),
      shareOf(card),
      card.problems.length === 0 ? 'ok' : `${card.problems.length} problem(s)`,
    ]),
  );
  const problems = cards.flatMap(({ name, problems }) =>
    problems.map((problem) => `${printable(name)}: ${printable(problem)}`),
  );
  const judges = askedLine ? "Dossier's rules and LINE" : "Dossier's rules; LINE was not asked";
  const broken = cards.filter((card) => card.problems.length > 0).length;
  const summary = ok
    ? `${cards.length} cards, all well`
    : `${broken} of ${cards.length} cards have problems`;
  return [table, '', ...problems, `${summary} (${judges}).`].join('\n');
}

function shareOf({ used, limit }: LintedCard): string {
  return limit === 0 ? '-' : `${Math.ceil((used / limit) * 100)}%`;
}
