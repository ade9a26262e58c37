import { Permanent, Retryable } from '@dossier/contracts';
import type { ModelGateway, StructuredCall } from '../gateway/model-gateway.ts';
import { notResearchable } from './refusal-words.ts';

/**
 * Asks for a plan, and once more when there is something to better about it; what comes then is taken as
 * it is, since rules fill up what it lacks. Undefined when the model gave nothing that can be read.
 * @param betterings what is to be better, each in a short sentence for the model.
 * @throws Permanent `not-researchable` when the model's provider refuses to work on it.
 */
export async function askForGroups<T extends object>(
  gateway: ModelGateway,
  call: Omit<StructuredCall<T>, 'check'>,
  betterings: (answer: T) => readonly string[],
): Promise<T | undefined> {
  let newest: T | undefined;
  const check = (answer: T): readonly string[] => {
    const isFirst = newest === undefined;
    newest = answer;
    return isFirst ? betterings(answer) : [];
  };
  try {
    return await gateway.structured({ ...call, check });
  } catch (error) {
    if (error instanceof Permanent && error.reason === 'model-refused') {
      throw notResearchable('refused', error);
    }
    if (error instanceof Retryable && error.reason === 'model-answer-unusable') return newest;
    throw error;
  }
}

/** A sentence for each thing that a list of groups lacks. */
export function lacksOf(
  count: number,
  least: number,
  missing: readonly string[],
): readonly string[] {
  const few =
    count >= least
      ? []
      : [`Only ${count} usable and different groups; at least ${least} are needed.`];
  return [
    ...few,
    ...missing.map((language) => `No usable and new group has the language ${language}.`),
  ];
}
