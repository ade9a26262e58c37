import { PLAN_GROUPS, type Language, type NewResearch } from '@dossier/contracts';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import type { ResearchContext } from '../../ports.ts';
import { paidContext, paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { askForGroups, lacksOf } from './ask-for-groups.ts';
import { askedLanguages, missingLanguages } from './asked-languages.ts';
import { closestCode } from './closest-code.ts';
import { dayOf, type GroupDraft } from './group-draft.ts';
import { isQuestion } from './is-question.ts';
import { PLAN_SCHEMA, PlanAnswer, REFUSALS, VERDICTS, type Refusal } from './plan-answer.ts';
import { notResearchable } from './refusal-words.ts';
import { furtherSide } from './sides.ts';
import { cutFairly, inTraditional, usableGroups } from './usable-groups.ts';

/** Eight groups take some 1,000 tokens; the rest is for thoughts. */
const MAX_OUTPUT_TOKENS = 8_192;

/** What the one call came to, as it is kept. */
type Judged = { readonly groups: readonly GroupDraft[] } | { readonly refusal: Refusal };

/**
 * The searches for a new question: 4 to 8, at least one in each language that is asked for.
 * @throws Permanent `not-researchable`, by rule without any call, else after the one for the plan.
 */
export async function planNew(
  request: NewResearch,
  gateway: ModelGateway,
  context: ResearchContext,
): Promise<readonly GroupDraft[]> {
  if (!isQuestion(request.question)) throw notResearchable('no-question');
  const paid = paidContext(context);
  const judged = await paidStep(paid, 'plan', () => judge(request, gateway, paid));
  if ('refusal' in judged) throw notResearchable(judged.refusal);
  return judged.groups;
}

async function judge(
  { question, searchLanguages }: NewResearch,
  gateway: ModelGateway,
  { clock, signal, ledger }: PaidContext,
): Promise<Judged> {
  const languages = askedLanguages(searchLanguages);
  const answer = await askForGroups(
    gateway,
    {
      tier: 'plan',
      step: 'plan',
      system: prompt('system', {}),
      prompt: prompt('plan', {
        question: dataBlock('question', question),
        today: dayOf(clock.now()),
        languages: languages.join(', '),
      }),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      schema: PLAN_SCHEMA,
      shape: PlanAnswer,
      signal,
      ledger,
    },
    (each) => (refusalOf(each) === undefined ? betterings(each, languages) : []),
  );
  const refusal = answer && refusalOf(answer);
  if (refusal !== undefined) return { refusal };
  const usable = usableGroups(answer?.groups ?? [], languages);
  return { groups: await inTraditional(completed(usable, question, languages)) };
}

function betterings({ groups }: PlanAnswer, languages: readonly Language[]): readonly string[] {
  const usable = usableGroups(groups, languages);
  return lacksOf(usable.length, PLAN_GROUPS.min, missingLanguages(usable, languages));
}

/** A verdict that says neither counts as a refusal only when its reason is one. */
function refusalOf({ verdict, reason, error }: PlanAnswer): Refusal | undefined {
  const why = closestCode(reason, REFUSALS) ?? closestCode(error, REFUSALS);
  if (closestCode(error, VERDICTS) === 'not-researchable') return why ?? 'off-topic';
  const said = closestCode(verdict, VERDICTS);
  if (said === 'researchable') return undefined;
  return said === 'not-researchable' ? (why ?? 'off-topic') : why;
}

/** Each language once and four groups at least, by rule where the model named less; eight at most. */
function completed(
  usable: readonly GroupDraft[],
  question: string,
  languages: readonly Language[],
): readonly GroupDraft[] {
  const groups = [...usable];
  for (const language of missingLanguages(usable, languages)) {
    groups.push(furtherSide(groups, question, [language]));
  }
  while (groups.length < PLAN_GROUPS.min) groups.push(furtherSide(groups, question, languages));
  return cutFairly(groups);
}
