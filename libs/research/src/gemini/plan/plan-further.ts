import { FOLLOW_UP_GROUPS, type Language, type QueryGroup } from '@dossier/contracts';
import type { FollowUpWork } from '../../follow-up.ts';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import type { ResearchContext } from '../../ports.ts';
import { paidContext, paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { askForGroups, lacksOf } from './ask-for-groups.ts';
import { askedLanguages, missingLanguages } from './asked-languages.ts';
import { dayOf, type GroupDraft } from './group-draft.ts';
import { FURTHER_SCHEMA, FurtherAnswer, type GroupAnswer } from './plan-answer.ts';
import { furtherSide } from './sides.ts';
import { areSimilar } from './similar-groups.ts';
import { cutFairly, inTraditional, usableGroups } from './usable-groups.ts';

const MAX_OUTPUT_TOKENS = 8_192;
/** The newest searches say best what was looked for; a run that goes on for long has many. */
const MOST_SHOWN = 40;

/**
 * The further searches of a follow-up: 1 to 4, at least one in each language that is wanted, none that
 * its base has made.
 * @throws Permanent `not-researchable` when the model's provider refuses to work on it.
 */
export function planFurther(
  work: FollowUpWork,
  gateway: ModelGateway,
  context: ResearchContext,
): Promise<readonly GroupDraft[]> {
  const paid = paidContext(context);
  return paidStep(paid, 'plan', async () => {
    const languages = furtherLanguages(work);
    const proposed = await ask(work, languages, gateway, paid);
    return inTraditional(completed(furtherOf(proposed, work, languages), work, languages));
  });
}

/** The languages that were asked for; else those that the base searched in. */
export function furtherLanguages({ wish, base }: FollowUpWork): readonly Language[] {
  const named = wish.languages ?? [];
  return askedLanguages(named.length > 0 ? named : base.plan.searchLanguages);
}

async function ask(
  { wish, base, chapter }: FollowUpWork,
  languages: readonly Language[],
  gateway: ModelGateway,
  { clock, signal, ledger }: PaidContext,
): Promise<readonly GroupAnswer[]> {
  const answer = await askForGroups(
    gateway,
    {
      tier: 'plan',
      step: 'plan',
      system: prompt('system', {}),
      prompt: prompt('plan-follow-up', {
        question: dataBlock('question', base.plan.question),
        wish: dataBlock('wish', `${wish.kind}\n${wish.instruction ?? ''}`.trim()),
        chapter: dataBlock('chapter', chapter?.heading ?? ''),
        groups: dataBlock('searches', base.plan.groups.slice(-MOST_SHOWN).map(lineOf).join('\n')),
        today: dayOf(clock.now()),
        languages: languages.join(', '),
      }),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      schema: FURTHER_SCHEMA,
      shape: FurtherAnswer,
      signal,
      ledger,
    },
    ({ groups }) => {
      const further = furtherOf(groups, { wish, base, chapter }, languages);
      return lacksOf(further.length, FOLLOW_UP_GROUPS.min, missingLanguages(further, languages));
    },
  );
  return answer?.groups ?? [];
}

function lineOf({ purpose, query, language }: QueryGroup): string {
  return `${language}: ${query} (${purpose})`;
}

function furtherOf(
  proposed: readonly GroupAnswer[],
  { base }: FollowUpWork,
  languages: readonly Language[],
): readonly GroupDraft[] {
  return usableGroups(proposed, languages).filter(
    (draft) => !base.plan.groups.some((known) => areSimilar(known, draft)),
  );
}

function completed(
  further: readonly GroupDraft[],
  { base, chapter }: FollowUpWork,
  languages: readonly Language[],
): readonly GroupDraft[] {
  const subject = chapter?.heading ?? base.plan.question;
  const groups = [...further];
  for (const language of missingLanguages(further, languages)) {
    groups.push(furtherSide([...base.plan.groups, ...groups], subject, [language]));
  }
  return cutFairly(groups, FOLLOW_UP_GROUPS.max);
}
