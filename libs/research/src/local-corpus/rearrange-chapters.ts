import {
  extractIndex,
  Permanent,
  type Chapter,
  type Evidence,
  type Plan,
} from '@dossier/contracts';
import { isTheme, withoutRepetition, withQuotes } from './extend-report.ts';
import { citedIn, quotedIn, type FollowUpWork } from '../follow-up.ts';
import { placeInChapters } from './place-in-chapters.ts';
import { countsLine } from './write-report.ts';

const SHORTER =
  /短|精簡|簡短|簡潔|濃縮|太長|太多|刪|\b(?:short\w*|brief\w*|concise\w*|condens\w*|less)\b/iu;
const LONGER =
  /詳細|詳盡|仔細|長一點|加長|更多|多一點|詳し|\b(?:long\w*|detail\w*|expand\w*|elaborat\w*|more)\b/iu;
/** What a chapter gains when more is wanted. */
const MOST_ADDED = 4;
/** A chapter rests on two documents, unless it has only one. */
const LEAST_SOURCES = 2;
const COUNTS = /^- 從資料夾中 \d+ 份文件（[^）]*）摘出 \d+ 段與問題相關的原文，未經改寫。$/mu;

/**
 * The chapter that is meant, or all themes, with fewer or more excerpts. That is all that can be done
 * without a model: excerpts are literal, so other words would be none.
 * @throws Permanent `rewrite-not-offline` for any other wish and for chapters that are no lists,
 * `nothing-to-shorten` and `nothing-new` when the chapters are as short or as long as they can be.
 */
export function rearrangeChapters(plan: Plan, evidence: Evidence, work: FollowUpWork): Chapter[] {
  const { base, wish } = work;
  const instruction = wish.instruction ?? '';
  const [shorter, longer] = [SHORTER, LONGER].map((words) => words.test(instruction));
  if (shorter === longer) throw new Permanent('rewrite-not-offline');
  const { chapters } = base.report;
  const meant = chapters.filter((each) => (work.chapter ?? each) === each && isTheme(each));
  const changed =
    shorter === true
      ? new Map(meant.map((each) => [each, shortened(each, evidence)]))
      : lengthened(plan, evidence, chapters, meant);
  const rearranged = chapters.map((each) => changed.get(each) ?? each);
  if (rearranged.every((each, at) => each.markdown === chapters[at]?.markdown)) {
    throw new Permanent(shorter === true ? 'nothing-to-shorten' : 'nothing-new');
  }
  return work.chapter === undefined ? withCounts(rearranged, evidence) : rearranged;
}

/** The first half of a chapter's items, and as many more as it takes to rest on two documents. */
function shortened(chapter: Chapter, evidence: Evidence): Chapter {
  const blocks = blocksOf(chapter);
  const sources = (upTo: number): number => {
    const markdown = blocks.slice(0, upTo).join('\n');
    return new Set(quotedIn([{ markdown }], evidence).map(({ source }) => source.key)).size;
  };
  const least = Math.min(LEAST_SOURCES, sources(blocks.length));
  let kept = Math.ceil(blocks.length / 2);
  while (sources(kept) < least) kept += 1;
  return { ...chapter, markdown: blocks.slice(0, kept).join('\n') };
}

/**
 * Top-level list items, each with what is nested in it; the headings of supplements are dropped with
 * the order that they stood for.
 */
function blocksOf({ markdown }: Chapter): string[] {
  const blocks: string[] = [];
  for (const line of markdown.split('\n')) {
    if (line.trim() === '' || line.startsWith('### ')) continue;
    if (line.startsWith('- ')) blocks.push(line);
    else if (line.startsWith('  ') && blocks.length > 0)
      blocks.push(`${blocks.pop() ?? ''}\n${line}`);
    else throw new Permanent('rewrite-not-offline');
  }
  return blocks;
}

/** Chapters with excerpts of the evidence that no chapter tells yet, divergences included. */
function lengthened(
  plan: Plan,
  evidence: Evidence,
  chapters: readonly Chapter[],
  meant: readonly Chapter[],
): Map<Chapter, Chapter> {
  const content = chapters.filter(isContent);
  const cited = citedIn(content);
  const untold = [...extractIndex(evidence).values()].filter(
    ({ extract }) => !cited.has(extract.key),
  );
  const additions = withoutRepetition(untold, quotedIn(content, evidence));
  const places = placeInChapters(additions, meant, { plan, evidence });
  return new Map(
    [...places].map(([chapter, quotes]) => [
      chapter,
      withQuotes(chapter, quotes.slice(0, MOST_ADDED)),
    ]),
  );
}

/** The summary counts what the report quotes now. */
function withCounts(chapters: readonly Chapter[], evidence: Evidence): Chapter[] {
  const line = countsLine(evidence, citedIn(chapters.filter(isContent)));
  return chapters.map((chapter) =>
    chapter.kind === 'summary'
      ? { ...chapter, markdown: chapter.markdown.replace(COUNTS, () => line) }
      : chapter,
  );
}

function isContent({ kind }: Chapter): boolean {
  return kind === 'theme' || kind === 'divergences';
}
