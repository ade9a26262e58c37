import type { Evidence } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { oneLine, withoutAddresses } from './own-text.ts';

/** A theme chapter to be written. */
export interface ChapterBrief {
  readonly heading: string;
  readonly aim: string;
  /** Keys of the extracts that it may rest on. */
  readonly keys: readonly string[];
}

/** Longest part of one extract that a prompt shows, in UTF-16 units: extracts are sentences. */
const LONGEST_EXTRACT = 800;
/** A theme chapter cites two sources where the evidence has them (G6). */
const LEAST_SOURCES = 2;

/** How many sources a chapter must rest on. */
export function leastSources({ sources }: Evidence): number {
  return Math.min(LEAST_SOURCES, Math.max(1, sources.length));
}

/** How many distinct sources some extracts come from. */
export function sourcesOf(keys: Iterable<string>): number {
  return new Set([...keys].map((key) => key.slice(0, key.indexOf('-')))).size;
}

/** Extracts as a prompt shows them: key and text, no title and no address. `note` stands behind a key. */
export function listExtracts(
  extracts: readonly Placed[],
  note: (placed: Placed) => string = () => '',
): string {
  const lines = extracts.map((placed) => {
    const { key, text } = placed.extract;
    return `[${key}]${note(placed)} ${oneLine(withoutAddresses(text.slice(0, LONGEST_EXTRACT)))}`;
  });
  return dataBlock('extracts', lines.join('\n'));
}

/** Text of a person or a plan as a prompt shows it. */
export function shown(label: string, text: string): string {
  return dataBlock(label, withoutAddresses(text));
}
