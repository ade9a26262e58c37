import { atLeastShare, claimsOf, findingIn, type Gate } from '../gate.ts';

/** G2: statements of the content chapters carry at least one valid marker. */
export const citationCoverageGate: Gate = {
  id: 'G2',
  name: 'citation-coverage',
  judge: ({ content, extracts }, thresholds) => {
    const claims = content.flatMap((judged) =>
      claimsOf(judged, thresholds).map((statement) => ({ judged, statement })),
    );
    const uncited = claims.filter(
      ({ statement }) => !statement.markers.some((key) => extracts.has(key)),
    );
    return atLeastShare(
      claims.length - uncited.length,
      claims.length,
      thresholds.citationCoverage,
      uncited.map(({ judged, statement }) => findingIn(judged, statement.text)),
    );
  },
};
