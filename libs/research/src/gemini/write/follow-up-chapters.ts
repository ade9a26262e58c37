import { Permanent, type Chapter, type Evidence, type Plan } from '@dossier/contracts';
import { judgeChapter } from '@dossier/evaluation';
import { readChapter } from '@dossier/report';
import { isTheme, withoutRepetition, withQuotes } from '../../local-corpus/extend-report.ts';
import { placeInChapters } from '../../local-corpus/place-in-chapters.ts';
import { newExtracts, quotedIn, type FollowUpWork, type Placed } from '../../follow-up.ts';
import { allSettled } from './all-settled.ts';
import { bodyOf, type Written } from './ask-chapter.ts';
import { isRepeated } from './draft-rules.ts';
import { newFindings, withNewFindings } from './new-findings.ts';
import type { Pen } from './new-chapters.ts';
import { rewriteTheme } from './rewrite-theme.ts';

/** What is quoted at most at the end of a chapter that no model extended. */
const MOST_QUOTES = 6;

/** The work of a follow-up, and who does it. */
export interface FollowUpTask {
  readonly work: FollowUpWork;
  readonly pen: Pen;
}

/**
 * The base's chapters with what its follow-up changes. Where a chapter is meant, all others stay byte
 * for byte; else those do that no new excerpt belongs to.
 * @throws Permanent `nothing-new` when the report would stay as it is.
 */
export async function followUpChapters(
  plan: Plan,
  evidence: Evidence,
  task: FollowUpTask,
): Promise<readonly Chapter[]> {
  const { wish, base } = task.work;
  const { chapters } = base.report;
  if (wish.kind === 'republish') return chapters;
  const changed =
    wish.kind === 'rewrite' ? await reworded(evidence, task) : await extended(plan, evidence, task);
  if (changed.every((chapter, at) => chapter.markdown === chapters[at]?.markdown)) {
    throw new Permanent('nothing-new');
  }
  return changed;
}

/** The chapters that are meant in other words, resting on the extracts that they cite already. */
async function reworded(
  evidence: Evidence,
  { work, pen }: FollowUpTask,
): Promise<readonly Chapter[]> {
  const { chapters } = work.base.report;
  const meant = chapters.filter((each) => isTheme(each) && (work.chapter ?? each) === each);
  const written = await writeAll(meant, { additions: new Map(), evidence, work, pen });
  return replaced(chapters, written, (draft, told) => bodyOf(draft, told));
}

/** The chapters that new excerpts belong to, written anew from their old text and the excerpts. */
async function extended(
  plan: Plan,
  evidence: Evidence,
  { work, pen }: FollowUpTask,
): Promise<readonly Chapter[]> {
  const { base, chapter } = work;
  const { chapters } = base.report;
  const themes = chapters.filter(isTheme);
  const fresh = withoutRepetition(newExtracts(base.evidence, evidence), quotedIn(themes, evidence));
  const findings = await newFindings(plan, evidence, work);
  if (fresh.length === 0 && findings.divergences.length === 0) throw new Permanent('nothing-new');
  const additions: ReadonlyMap<Chapter, readonly Placed[]> =
    chapter === undefined
      ? placeInChapters(fresh, themes, { plan, evidence })
      : new Map(fresh.length === 0 ? [] : [[chapter, fresh]]);
  const written = await writeAll([...additions.keys()], { additions, evidence, work, pen });
  const told = replaced(
    chapters,
    written,
    (draft, elsewhere, each) =>
      bodyOf(draft, elsewhere) ??
      supplemented(each, additions.get(each) ?? [], { evidence, elsewhere }),
  );
  return withNewFindings(told, findings, {
    evidence,
    chapterAt: chapters.findIndex((each) => each === chapter),
  });
}

interface Writing {
  readonly additions: ReadonlyMap<Chapter, readonly Placed[]>;
  readonly evidence: Evidence;
  readonly work: FollowUpWork;
  readonly pen: Pen;
}

async function writeAll(
  meant: readonly Chapter[],
  { additions, evidence, work, pen }: Writing,
): Promise<ReadonlyMap<Chapter, Written>> {
  const written = await allSettled(
    meant.map(async (chapter) => {
      const number = work.base.report.chapters.indexOf(chapter) + 1;
      const material = { number, chapter, additions: additions.get(chapter) ?? [], evidence };
      const draft = await rewriteTheme(material, work.wish, pen);
      pen.stepDone(meant.length);
      return [chapter, draft] as const;
    }),
  );
  return new Map(written);
}

/** The chapters with new bodies, none repeating another; those without one stay as they are. */
function replaced(
  chapters: readonly Chapter[],
  written: ReadonlyMap<Chapter, Written>,
  body: (draft: Written, told: readonly string[], chapter: Chapter) => string | undefined,
): readonly Chapter[] {
  return chapters.reduce<readonly Chapter[]>((done, chapter, at) => {
    const draft = written.get(chapter);
    const others = [...done, ...chapters.slice(at + 1)].filter(isTheme);
    const told = others.flatMap((each) => readChapter(each).statements.map(({ text }) => text));
    const markdown = draft === undefined ? undefined : body(draft, told, chapter);
    return [...done, markdown === undefined ? chapter : { ...chapter, markdown }];
  }, []);
}

/** The chapter as it was, with new excerpts quoted at its end; undefined when it would not pass. */
function supplemented(
  chapter: Chapter,
  additions: readonly Placed[],
  { evidence, elsewhere }: { evidence: Evidence; elsewhere: readonly string[] },
): string | undefined {
  const quotes = additions.filter(({ extract }) => !isRepeated(extract.text, elsewhere));
  const longer = withQuotes(chapter, quotes.slice(0, MOST_QUOTES));
  return judgeChapter(longer, evidence).length === 0 ? longer.markdown : undefined;
}
