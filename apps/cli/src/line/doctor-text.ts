import { printable } from '../printable.ts';
import type { Diagnosis } from './doctor.ts';

/** A line per check, with what to do about it beneath. */
export function doctorText({ checks }: Diagnosis): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, says, advice }) => {
    const head = `${status.padEnd(4)}  ${name.padEnd(width)}  `;
    const below = inLines(advice ?? '').map((line, index) => {
      return `${' '.repeat(head.length)}${index === 0 ? '->' : '  '} ${line}`;
    });
    return [head + printable(says), ...below];
  });
  return [...lines, '', summary(checks.map(({ status }) => status))].join('\n');
}

/** Whole words, as many to a line as fit. */
function inLines(text: string): readonly string[] {
  return text.match(/\S.{0,75}(?=\s|$)|\S{77,}/g) ?? [];
}

function summary(statuses: readonly string[]): string {
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length;
  const [failed, warned] = [count('fail'), count('warn')];
  if (failed > 0) return `${failed} check(s) failed, ${warned} warning(s).`;
  return warned > 0 ? `Works, with ${warned} warning(s).` : 'All is well.';
}
