import { atLeastShare, findingIn, type Gate } from '../gate.ts';

/** G1: every marker names an extract of the evidence, in whatever chapter it stands. */
export const citationValidityGate: Gate = {
  id: 'G1',
  name: 'citation-validity',
  judge: ({ chapters, extracts }, { citationValidity }) => {
    const markers = chapters.flatMap((judged) =>
      judged.reading.markers.map((key) => ({ judged, key })),
    );
    const invalid = markers.filter(({ key }) => !extracts.has(key));
    return atLeastShare(
      markers.length - invalid.length,
      markers.length,
      citationValidity,
      invalid.map(({ judged, key }) => findingIn(judged, `[^${key}] 不在證據中`)),
    );
  },
};
