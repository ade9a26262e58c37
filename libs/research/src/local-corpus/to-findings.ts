import type { FoundExtract, GroupFindings } from '@dossier/contracts';
import type { CorpusDocument, Sentence } from './corpus-index.ts';

const CONTEXT = 200;

/**
 * Sentences as a group's findings, by document, best document first.
 * @throws Error when an excerpt does not stand in its document letter for letter (a bug).
 */
export function toFindings(
  groupId: string,
  sentences: readonly Sentence[],
  readAt: Date,
): GroupFindings {
  const byDocument = new Map<CorpusDocument, Sentence[]>();
  for (const sentence of sentences) {
    const { document } = sentence.section;
    byDocument.set(document, [...(byDocument.get(document) ?? []), sentence]);
  }
  const sources = [...byDocument].map(([document, found]) => ({
    title: document.title,
    location: { kind: 'file' as const, path: document.path },
    language: document.language,
    retrievedAt: readAt.toISOString(),
    sha256: document.sha256,
    extracts: found.map(toExtract),
  }));
  return { groupId, sources };
}

function toExtract({ section, text, start, end, language }: Sentence): FoundExtract {
  const whole = section.document.text;
  if (whole.slice(start, end) !== text) {
    throw new Error(`The excerpt at ${start} of ${section.document.path} is not literal.`);
  }
  return {
    text,
    start,
    end,
    line: section.document.lineAt(start),
    heading: section.heading,
    before: withoutHalves(whole.slice(Math.max(section.start, start - CONTEXT), start)),
    after: withoutHalves(whole.slice(end, Math.min(section.end, end + CONTEXT))),
    language,
  };
}

/** Drops half a surrogate pair that a cut left at either end. */
function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
