import type { Chapter, Evidence, FollowUpWish } from '@dossier/contracts';
import { quotedIn, type Placed } from '../../follow-up.ts';
import { prompt } from '../prompts/prompt.ts';
import { askForChapter, type Written } from './ask-chapter.ts';
import { listExtracts, shown } from './chapter-brief.ts';
import type { Pen } from './new-chapters.ts';

/** A chapter of the base, and what it is rewritten from. */
interface ThemeMaterial {
  /** As its table of contents counts, from 1. */
  readonly number: number;
  readonly chapter: Chapter;
  /** Excerpts that it does not rest on yet; with none it is only put into other words. */
  readonly additions: readonly Placed[];
  readonly evidence: Evidence;
}

const WISHES = {
  deepen: '把這一章寫得更深入。',
  other: '把新的來源寫進這一章。',
  rewrite: '換一種寫法，意思不變。',
} as const;

/** Has a chapter written anew from its own text, the extracts that it cites and further ones. */
export function rewriteTheme(
  { number, chapter, additions, evidence }: ThemeMaterial,
  wish: FollowUpWish,
  { gateway, context }: Pen,
): Promise<Written> {
  const { heading, markdown } = chapter;
  const placed = [...quotedIn([chapter], evidence), ...additions];
  const wanted = additions.map(({ extract }) => extract.key);
  const values = {
    question: shown('question', evidence.question),
    heading: shown('heading', heading),
    text: shown('chapter', markdown.replaceAll('[^S', '[S')),
    wish: shown('wish', wish.instruction ?? defaultWish(wish)),
    extracts: listExtracts(placed, ({ extract }) => (wanted.includes(extract.key) ? ' (new)' : '')),
  };
  const task = {
    step: `write.chapter.${number}`,
    prompt:
      additions.length > 0 ? prompt('deepen-chapter', values) : prompt('rewrite-chapter', values),
    rules: {
      heading,
      evidence,
      allowed: new Map(placed.map((each) => [each.extract.key, each])),
      wanted,
    },
  };
  return askForChapter(task, gateway, context);
}

function defaultWish({ kind }: FollowUpWish): string {
  if (kind === 'rewrite' || kind === 'deepen') return WISHES[kind];
  return WISHES.other;
}
