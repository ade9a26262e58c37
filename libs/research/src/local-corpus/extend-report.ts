import {
  extractIndex,
  Permanent,
  type Chapter,
  type Evidence,
  type Plan,
} from '@dossier/contracts';
import { escapeMarkdown } from '@dossier/report';
import { sayAlike } from './arrange-chapters.ts';
import { newExtracts, quotedIn, type FollowUpWork, type Placed } from '../follow-up.ts';
import { placeInChapters } from './place-in-chapters.ts';
import { quoteExtract } from './quote-extract.ts';
import { divergenceLine, NO_DIVERGENCES, viewOn } from './write-report.ts';

/** What a follow-up adds to a chapter stands under this heading, after what was there. */
const SUPPLEMENT = '### 補充';

/**
 * The base's chapters with what its follow-up found: the chapter that is meant, or those where new
 * excerpts belong, are extended. Others stay byte for byte, except that a new contradiction is told
 * in the chapter on divergences (and no longer denied by the summary), and that the limits name the
 * languages that were asked for in vain.
 * @throws Permanent `nothing-new` when there is nothing to tell.
 */
export function extendChapters(plan: Plan, evidence: Evidence, work: FollowUpWork): Chapter[] {
  const { base, chapter } = work;
  const { chapters } = base.report;
  const additions = withoutRepetition(
    newExtracts(base.evidence, evidence),
    quotedIn(chapters.filter(isTheme), evidence),
  );
  const places =
    chapter === undefined
      ? placeInChapters(additions, chapters.filter(isTheme), { plan, evidence })
      : new Map([[chapter, additions]]);
  const told = chapters.map((each) => withDivergences(each, base.evidence, evidence));
  const isTold = told.some((each, at) => each !== chapters[at]);
  if (additions.length === 0 && !isTold) throw new Permanent('nothing-new');
  return told.map((each, at) => {
    const quotes = places.get(chapters[at] ?? each) ?? [];
    return each.kind === 'limits' ? withGaps(each, plan, evidence, work) : withQuotes(each, quotes);
  });
}

/** A chapter with further excerpts at its end; itself when there are none. */
export function withQuotes(chapter: Chapter, quotes: readonly Placed[]): Chapter {
  if (quotes.length === 0) return chapter;
  const lines = quotes.map(({ extract }) => `- ${quoteExtract(extract)}`).join('\n');
  const { markdown } = chapter;
  const isSupplemented = markdown.includes(`\n${SUPPLEMENT}\n`);
  const heading = isSupplemented ? '\n' : `\n\n${SUPPLEMENT}\n\n`;
  return { ...chapter, markdown: `${markdown}${heading}${lines}` };
}

/** Leaves out what says again, nearly word for word, what is quoted already. */
export function withoutRepetition(
  additions: readonly Placed[],
  quoted: readonly Placed[],
): Placed[] {
  const said = quoted.map(({ extract }) => extract.text);
  return additions.filter(({ extract: { text } }) => {
    const isNew = !said.some((known) => sayAlike(known, text));
    if (isNew) said.push(text);
    return isNew;
  });
}

/** Whether a chapter is content on a side of the question. */
export function isTheme({ kind }: Chapter): boolean {
  return kind === 'theme';
}

function withDivergences(chapter: Chapter, base: Evidence, evidence: Evidence): Chapter {
  const changed = evidence.divergences.filter(
    (divergence, at) => JSON.stringify(divergence) !== JSON.stringify(base.divergences[at]),
  );
  if (changed.length === 0) return chapter;
  if (chapter.kind === 'summary') {
    const markdown = chapter.markdown.replace(
      viewOn(base.divergences),
      viewOn(evidence.divergences),
    );
    return markdown === chapter.markdown ? chapter : { ...chapter, markdown };
  }
  if (chapter.kind !== 'divergences') return chapter;
  const [before, after] = [base, evidence].map((each) => {
    const extracts = extractIndex(each);
    return each.divergences.map((divergence) => divergenceLine(divergence, extracts));
  });
  let { markdown } = chapter;
  for (const [at, line] of (after ?? []).entries()) {
    const old = before?.[at];
    if (old === line) continue;
    const isThere = old !== undefined && markdown.includes(old);
    // A function, since quoted text may hold what `replace` takes for a pattern.
    if (isThere) markdown = markdown.replace(old, () => line);
    else markdown = markdown === NO_DIVERGENCES ? line : `${markdown}\n${line}`;
  }
  return { ...chapter, markdown };
}

/** Nobody who named no language misses one. */
function withGaps(
  chapter: Chapter,
  { groups }: Plan,
  evidence: Evidence,
  { base, wish }: FollowUpWork,
): Chapter {
  const asked = groups.filter(({ language }) => wish.languages?.includes(language));
  const lines = evidence.gaps
    .filter(({ note }) => !base.evidence.gaps.some((known) => known.note === note))
    .filter(({ group }) => asked.some(({ id }) => id === group))
    .map(({ note }) => `\n- ${escapeMarkdown(note)}`);
  return lines.length === 0 ? chapter : { ...chapter, markdown: chapter.markdown + lines.join('') };
}
