import { extractIndex, type Evidence } from '@dossier/contracts';
import { judgeChapter, statementFlaws } from '@dossier/evaluation';
import { readChapter } from '@dossier/report';
import { withoutRepetition, type Quoted } from '../../local-corpus/arrange-chapters.ts';
import { themeBody } from '../../local-corpus/write-report.ts';
import type { ChapterBrief } from './chapter-brief.ts';
import { isRepeated } from './draft-rules.ts';

const MOST_QUOTES = 8;
/** UTF-16 units. Excerpts are sentences; what is much longer the parser refuses. */
const LONGEST_QUOTE = 2_000;

/**
 * A chapter of literal excerpts with their markers, for when a model writes none that can stand;
 * undefined when the other chapters have `told` too much of it.
 */
export function quotedChapter(
  { heading, keys }: ChapterBrief,
  evidence: Evidence,
  told: readonly string[],
): string | undefined {
  const known = extractIndex(evidence);
  const found = keys
    .flatMap((key) => known.get(key) ?? [])
    .filter(({ extract }) => extract.text.length <= LONGEST_QUOTE);
  const all = found.map(({ extract, source }): Quoted => ({
    extract,
    sourceKey: source.key,
    also: [],
    variants: [],
  }));
  const quotes = withoutRepetition(bySource(all)).filter((quote) => {
    const { statements } = readChapter({
      markdown: themeBody({ heading, quotes: [quote] }, evidence),
    });
    return statements.every((statement) => {
      const { isUncited, untraced, simplified } = statementFlaws(statement, known);
      return (
        !isUncited && untraced.length + simplified.length === 0 && !isRepeated(statement.text, told)
      );
    });
  });
  const chosen = quotes.slice(0, MOST_QUOTES);
  const markdown = themeBody({ heading, quotes: chosen }, evidence);
  const isSound = judgeChapter({ kind: 'theme', heading, markdown }, evidence).length === 0;
  return chosen.length > 0 && isSound ? markdown : undefined;
}

/** The first excerpt of each source before its second, so that few quotes come from several sources. */
function bySource(quotes: readonly Quoted[]): Quoted[] {
  const ranks = quotes.map(
    ({ sourceKey }, at) => quotes.slice(0, at).filter((one) => one.sourceKey === sourceKey).length,
  );
  return quotes
    .map((quote, at) => ({ quote, rank: ranks[at] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ quote }) => quote);
}
