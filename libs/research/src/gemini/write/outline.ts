import { extractIndex, type Evidence, type Plan } from '@dossier/contracts';
import { arrangeThemes, keysOf } from '../../local-corpus/arrange-chapters.ts';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import { paidStep, stepOn, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { isNoAnswer } from './ask-chapter.ts';
import { listExtracts, shown, type ChapterBrief } from './chapter-brief.ts';
import { groundedHeadings } from './grounded-headings.ts';
import { OUTLINE_SCHEMA, OutlineAnswer } from './outline-answer.ts';
import { briefsOf, outlineObjections } from './outline-check.ts';
import { withoutAddresses } from './own-text.ts';
import { headingKey, isReserved, lineObjection, plainLine } from './plain-heading.ts';

const STEP = 'write.outline';
const MOST_TOKENS = 12_000;
/** Extracts that a prompt shows, the first of each source before its second. */
const MOST_EXTRACTS = 150;
const LONGEST_HEADING = 60;

/**
 * The theme chapters of a new report: as the model arranges them, else by the plan's groups. It may be
 * asked while the evidence is still being compared: an outline that was paid for is found again.
 */
export async function outlineOf(
  plan: Plan,
  evidence: Evidence,
  { gateway, context }: { gateway: ModelGateway; context: PaidContext },
): Promise<readonly ChapterBrief[]> {
  return paidStep(
    context,
    stepOn(STEP, basisOf(evidence)),
    async (): Promise<readonly ChapterBrief[]> => {
      const answer = await askForOutline(evidence, gateway, context);
      const briefs = answer === undefined ? [] : await briefsOf(answer, evidence);
      return briefs.length > 0
        ? groundedHeadings(briefs, plan, evidence)
        : outlineByGroups(plan, evidence);
    },
  );
}

/** Every excerpt under its key: the same before and after comparing, which is done meanwhile. */
function basisOf({ sources }: Evidence): readonly (readonly [string, string])[] {
  return sources.flatMap(({ extracts }) => extracts.map(({ key, text }) => [key, text] as const));
}

async function askForOutline(
  evidence: Evidence,
  gateway: ModelGateway,
  { signal, ledger }: PaidContext,
): Promise<OutlineAnswer | undefined> {
  try {
    return await gateway.structured({
      tier: 'write',
      step: STEP,
      system: prompt('system', {}),
      prompt: outlinePrompt(evidence),
      schema: OUTLINE_SCHEMA,
      shape: OutlineAnswer,
      check: (answer) => outlineObjections(answer, evidence),
      maxOutputTokens: MOST_TOKENS,
      signal,
      ledger,
    });
  } catch (error) {
    if (isNoAnswer(error)) return undefined;
    throw error;
  }
}

function outlinePrompt(evidence: Evidence): string {
  const { question, sources, agreements, divergences } = evidence;
  const placed = sources
    .flatMap((source) => source.extracts.map((extract, rank) => ({ source, extract, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_EXTRACTS);
  return prompt('outline', {
    question: shown('question', question),
    extracts: listExtracts(placed),
    agreements: claims('agreements', agreements),
    divergences: claims(
      'divergences',
      divergences.map(({ claim, sides }) => ({
        claim,
        extracts: sides.flatMap((side) => side.extracts),
      })),
    ),
  });
}

function claims(
  label: string,
  all: readonly { readonly claim: string; readonly extracts: readonly string[] }[],
): string {
  const lines = all.map(({ claim, extracts }) => `- ${claim} [${extracts.join('][')}]`);
  return dataBlock(label, withoutAddresses(lines.join('\n') || 'none'));
}

/** Chapters without a model: dealt out by the searches that found the extracts. */
export async function outlineByGroups(plan: Plan, evidence: Evidence): Promise<ChapterBrief[]> {
  const known = extractIndex(evidence);
  const briefs: ChapterBrief[] = [];
  for (const theme of arrangeThemes(plan, evidence, new Set())) {
    const keys = theme.quotes.flatMap(keysOf);
    const grounds = [evidence.question, ...keys.map((key) => known.get(key)?.extract.text ?? '')];
    const name = await plainLine(theme.heading);
    const taken = new Set(briefs.map(({ heading }) => headingKey(heading)));
    const isFit =
      lineObjection(name, LONGEST_HEADING, grounds) === undefined &&
      !taken.has(headingKey(name)) &&
      !isReserved(name);
    const heading = isFit ? name : `相關資料之${briefs.length + 1}`;
    if (keys.length > 0) briefs.push({ heading, aim: heading, keys });
  }
  return briefs;
}
