import type { Source } from '@dossier/contracts';
import { findingIn, noFaults, type Gate } from '../gate.ts';

/**
 * G1b: every key means one thing. Chapters define no footnotes of their own, no key is stored
 * twice, and no document counts as two sources.
 */
export const citationDefinitionsGate: Gate = {
  id: 'G1b',
  name: 'citation-definitions',
  judge: ({ chapters, evidence }) => {
    const keys = evidence.sources.flatMap(({ extracts }) => extracts.map(({ key }) => key));
    return noFaults([
      ...chapters.flatMap((judged) =>
        judged.reading.definitions.map((label) => findingIn(judged, `自行定義註腳 [^${label}]`)),
      ),
      ...repeated(keys).map((key) => `摘錄 ${key} 定義了兩次`),
      ...repeated(evidence.sources.map(identityOf)).map(
        (place) => `同一份文件成了兩個來源：${place}`,
      ),
    ]);
  },
};

/** Two addresses that differ in the fragment, the scheme or a last slash are one document. */
function identityOf({ location }: Source): string {
  if (location.kind === 'file') return location.path.normalize('NFC');
  if (!URL.canParse(location.url)) return location.url;
  const { host, pathname, search } = new URL(location.url);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))];
}
