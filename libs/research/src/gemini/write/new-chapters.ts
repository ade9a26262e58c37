import {
  extractIndex,
  Permanent,
  type Chapter,
  type Evidence,
  type Plan,
} from '@dossier/contracts';
import { readChapter } from '@dossier/report';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import type { PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { allSettled } from './all-settled.ts';
import { askForChapter, bodyOf, type Written } from './ask-chapter.ts';
import { listExtracts, shown, type ChapterBrief } from './chapter-brief.ts';
import { outlineByGroups } from './outline.ts';
import { quotedChapter } from './quoted-chapter.ts';

/** Who writes, and with what it may be paid. */
export interface Pen {
  readonly gateway: ModelGateway;
  readonly context: PaidContext;
  /** Counts one more of `total` steps as done. */
  readonly stepDone: (total: number) => void;
}

/** Theme chapters, and how many of them only quote. */
export interface Themes {
  readonly chapters: readonly Chapter[];
  readonly quoted: number;
}

/** The theme chapters of a new report after its outline, written at the same time. `total`: steps of the report. */
export async function newThemes(
  plan: Plan,
  evidence: Evidence,
  { briefs, total }: { briefs: readonly ChapterBrief[]; total: number },
  pen: Pen,
): Promise<Themes> {
  const written = await allSettled(
    briefs.map(async (brief, at) => {
      const result = await writeTheme(brief, { briefs, evidence, at }, pen);
      pen.stepDone(total);
      return result;
    }),
  );
  const themes = assembled(briefs, written, evidence);
  return themes.chapters.length > 0 ? themes : quotedThemes(plan, evidence);
}

/** Theme chapters of literal excerpts alone. @throws Permanent `no-evidence` when nothing can be quoted. */
export async function quotedThemes(plan: Plan, evidence: Evidence): Promise<Themes> {
  const themes = assembled(await outlineByGroups(plan, evidence), [], evidence);
  if (themes.chapters.length === 0) throw new Permanent('no-evidence');
  return themes;
}

function writeTheme(
  { heading, aim, keys }: ChapterBrief,
  { briefs, evidence, at }: { briefs: readonly ChapterBrief[]; evidence: Evidence; at: number },
  { gateway, context }: Pen,
): Promise<Written> {
  const extracts = extractIndex(evidence);
  const placed = keys.flatMap((key) => extracts.get(key) ?? []);
  const others = briefs.filter((_, other) => other !== at).map((brief) => `- ${brief.heading}`);
  const task = {
    step: `write.chapter.${at + 1}`,
    prompt: prompt('chapter', {
      question: shown('question', evidence.question),
      heading: shown('heading', heading),
      aim: shown('aim', aim),
      extracts: listExtracts(placed),
      others: dataBlock('others', others.join('\n') || 'none'),
    }),
    rules: {
      heading,
      evidence,
      allowed: new Map(placed.map((each) => [each.extract.key, each])),
      wanted: [],
    },
  };
  return askForChapter(task, gateway, context);
}

/** The chapters in their order, none repeating what stands in one before it. */
function assembled(
  briefs: readonly ChapterBrief[],
  written: readonly Written[],
  evidence: Evidence,
): Themes {
  const chapters: Chapter[] = [];
  const told: string[] = [];
  let quoted = 0;
  for (const [at, brief] of briefs.entries()) {
    const drafts = written[at];
    const own = drafts === undefined ? undefined : bodyOf(drafts, told);
    const markdown = own ?? quotedChapter(brief, evidence, told);
    if (markdown === undefined) continue;
    if (own === undefined) quoted += 1;
    const chapter: Chapter = { kind: 'theme', heading: brief.heading, markdown };
    chapters.push(chapter);
    told.push(...readChapter(chapter).statements.map(({ text }) => text));
  }
  return { chapters, quoted };
}
