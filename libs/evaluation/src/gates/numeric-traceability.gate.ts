import { atLeastShare, findingIn, type Gate } from '../gate.ts';
import { numberTraces } from '../statement-flaws.ts';

/**
 * G3: each number of a statement, quoted ones included, occurs in an extract that the same statement
 * cites. In the summary, which need not cite, only statements with markers are held to it.
 */
export const numericTraceabilityGate: Gate = {
  id: 'G3',
  name: 'numeric-traceability',
  judge: (subject, { numericTraceability }) => {
    const numbers = subject.chapters.flatMap((judged) => {
      const { kind } = judged.chapter;
      if (kind === 'limits') return [];
      return judged.reading.statements
        .filter(({ markers }) => kind !== 'summary' || markers.length > 0)
        .flatMap((statement) =>
          numberTraces(statement, subject.extracts).map(({ written, traced }) => ({
            traced,
            finding: findingIn(judged, `${written}（${statement.text}）`),
          })),
        );
    });
    const untraced = numbers.filter(({ traced }) => !traced);
    return atLeastShare(
      numbers.length - untraced.length,
      numbers.length,
      numericTraceability,
      untraced.map(({ finding }) => finding),
    );
  },
};
