import type { QueryGroup } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { withoutAddresses } from './addresses.ts';
import { cutTo } from './cut-text.ts';

/** In UTF-16 units: an excerpt is a sentence or two. */
const LONGEST_SHOWN = 600;
/** Looks like one of our keys, and would pass for the beginning of another excerpt. */
const KEY_MARK = /\[(?=\s*\^?S\d)/giu;

/** The excerpts under their keys, those of one source together. No web address gets into the prompt. */
export function comparePrompt(compared: {
  readonly question: string;
  readonly shown: readonly Placed[];
  readonly groups: readonly QueryGroup[];
}): string {
  const { question, shown, groups } = compared;
  const bySource = Map.groupBy(shown, ({ source }) => source.key);
  const blocks = [...bySource].map(([key, placed]) =>
    dataBlock(key, placed.map(lineOf).join('\n')),
  );
  const purposes = groups.map(({ id, purpose }) => `${id}: ${onOneLine(purpose)}`);
  return prompt('compare', {
    question: dataBlock('question', withoutAddresses(question)),
    groups: dataBlock('groups', purposes.join('\n')),
    extracts: blocks.join('\n'),
  });
}

function lineOf({ extract }: Placed): string {
  return `[${extract.key}] ${onOneLine(extract.text)}`;
}

/** A model that sees no address can repeat none. */
function onOneLine(text: string): string {
  const line = withoutAddresses(text).replaceAll(KEY_MARK, '(').replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_SHOWN ? line : `${cutTo(LONGEST_SHOWN, line)}…`;
}
