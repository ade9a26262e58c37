import type { Chapter, Divergence, Evidence, Plan } from '@dossier/contracts';
import { judgeChapter } from '@dossier/evaluation';
import { readChapter } from '@dossier/report';
import type { FollowUpWork } from '../../follow-up.ts';
import { NO_DIVERGENCES } from '../../local-corpus/write-report.ts';
import { divergenceLines } from './divergence-lines.ts';
import { gapLines } from './limits-body.ts';

/** What a follow-up's evidence says beyond its base's, apart from excerpts. */
export interface NewFindings {
  readonly divergences: readonly Divergence[];
  /** List items on languages that were asked for in vain. */
  readonly gaps: readonly string[];
}

/** Compares a follow-up's evidence with its base's. Nobody who named no language misses one. */
export async function newFindings(
  { groups }: Plan,
  evidence: Evidence,
  { base, wish }: FollowUpWork,
): Promise<NewFindings> {
  const known = new Set(base.evidence.divergences.map((each) => JSON.stringify(each)));
  const asked = new Set(
    groups.filter(({ language }) => wish.languages?.includes(language)).map(({ id }) => id),
  );
  const notes = new Set(base.evidence.gaps.map(({ note }) => note));
  return {
    divergences: evidence.divergences.filter((each) => !known.has(JSON.stringify(each))),
    gaps: await gapLines(
      evidence.gaps.filter(({ note, group }) => !notes.has(note) && asked.has(group)),
    ),
  };
}

/**
 * Tells them: in the chapter that is meant, so that all others stay as they are, else in the chapters on
 * divergences and limits. What would keep a chapter from passing is left to the evidence.
 */
export async function withNewFindings(
  chapters: readonly Chapter[],
  findings: NewFindings,
  { evidence, chapterAt }: { evidence: Evidence; chapterAt: number },
): Promise<readonly Chapter[]> {
  const meant = chapters[chapterAt];
  const untold = findings.divergences.filter(
    (divergence) => meant === undefined || !tells(meant, divergence),
  );
  const lines = await divergenceLines(untold, evidence);
  return chapters.map((chapter, at) => {
    if (meant !== undefined) {
      return at === chapterAt
        ? withLines(chapter, [...lines, ...findings.gaps], evidence)
        : chapter;
    }
    if (chapter.kind === 'divergences') return withLines(chapter, lines, evidence);
    if (chapter.kind !== 'limits' || findings.gaps.length === 0) return chapter;
    return { ...chapter, markdown: [chapter.markdown, ...findings.gaps].join('\n') };
  });
}

/** Whether one sentence cites every side. */
function tells(chapter: Chapter, { sides }: Divergence): boolean {
  return readChapter(chapter).statements.some(({ markers }) =>
    sides.every(({ extracts }) => extracts.some((key) => markers.includes(key))),
  );
}

function withLines(chapter: Chapter, lines: readonly string[], evidence: Evidence): Chapter {
  return lines.reduce((done, line) => {
    const isList = done.markdown.split('\n').at(-1)?.startsWith('- ') === true;
    const markdown =
      done.markdown === NO_DIVERGENCES ? line : `${done.markdown}${isList ? '\n' : '\n\n'}${line}`;
    const isSound = judgeChapter({ ...done, kind: 'theme', markdown }, evidence).length === 0;
    return isSound ? { ...done, markdown } : done;
  }, chapter);
}
