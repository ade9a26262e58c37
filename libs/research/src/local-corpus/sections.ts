import type { Language } from '@dossier/contracts';
import { detectLanguage } from './detect-language.ts';
import type { Block, DocumentText } from './document-text.ts';

/** A stretch of a document under one heading. */
export interface Section {
  /** The nearest heading; empty before the first one. */
  readonly heading: string;
  /** That heading and the ones it stands under, for matching. */
  readonly headingPath: string;
  readonly language: Language;
  /** Offsets in the document's text of everything but the heading itself. */
  readonly start: number;
  readonly end: number;
  readonly prose: readonly Block[];
}

/** Cuts a document at its headings. Headings without text below them give no section. */
export function sectionsOf(document: DocumentText): Section[] {
  const documentLanguage = detectLanguage(document.text);
  const sections: Section[] = [];
  const path: Block[] = [];
  let blocks: Block[] = [];
  const close = (): void => {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first !== undefined && last !== undefined) {
      const text = document.text.slice(first.start, last.end);
      sections.push({
        heading: path.at(-1)?.label ?? '',
        headingPath: path.map((heading) => heading.label).join(' '),
        language: detectLanguage(text, documentLanguage),
        start: first.start,
        end: last.end,
        prose: blocks.filter((block) => block.kind === 'prose'),
      });
    }
    blocks = [];
  };
  for (const block of document.blocks) {
    if (block.kind !== 'heading') {
      blocks.push(block);
      continue;
    }
    close();
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    path.push(block);
  }
  close();
  return sections;
}
