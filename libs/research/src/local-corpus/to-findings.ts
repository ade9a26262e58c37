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
  // Beyond the paragraph stand other matters, and marks such as `>` or `-` that are no text.
  const paragraph = section.prose.find((block) => block.start <= start && end <= block.end) ?? {
    start,
    end,
  };
  return {
    text,
    start,
    end,
    line: section.document.lineAt(start),
    heading: section.heading,
    before: onOneLine(whole.slice(Math.max(paragraph.start, start - CONTEXT), start)),
    after: onOneLine(whole.slice(end, Math.min(paragraph.end, end + CONTEXT))),
    language,
  };
}

/**
 * Text around an excerpt as a reader sees it: line breaks inside a paragraph are spaces, and half a
 * surrogate pair that a cut left at either end is gone.
 */
function onOneLine(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '').replace(/\s+/gu, ' ');
}
