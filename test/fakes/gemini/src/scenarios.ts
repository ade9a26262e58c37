import { withUsage } from './answer.ts';
import { FINISH_SCENARIOS } from './finish-scenarios.ts';
import { GROUNDING_SCENARIOS } from './grounding-scenarios.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { AnswerScenario, Scenario, ScenarioContext } from './scenario.ts';
import { TEXT_SCENARIOS } from './text-scenarios.ts';
import { TRANSPORT_SCENARIOS } from './transport-scenarios.ts';

const ANSWERS = { ...FINISH_SCENARIOS, ...TEXT_SCENARIOS, ...GROUNDING_SCENARIOS };

/** Everything that can be played. */
export type ScenarioName = keyof typeof TRANSPORT_SCENARIOS | keyof typeof ANSWERS;

const BY_NAME: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  ...Object.entries(TRANSPORT_SCENARIOS),
  ...Object.entries(ANSWERS).map(([name, scenario]): [string, Scenario] => [
    name,
    (context) => replyOf(scenario, context),
  ]),
]);

/** The names of all scenarios. */
export const SCENARIO_NAMES: readonly string[] = [...BY_NAME.keys()];

/** @throws Error when there is no scenario of this name. */
export function scenarioOf(name: ScenarioName): Scenario {
  const scenario = BY_NAME.get(name);
  if (scenario === undefined) throw new Error(`there is no scenario "${name}"`);
  return scenario;
}

function replyOf(scenario: AnswerScenario, context: ScenarioContext): Reply {
  const answer = scenario(context);
  // What a scenario makes anew has no usage yet; an answer without candidates says its own, or none.
  const isCounted = answer.usageMetadata !== undefined || answer.candidates === undefined;
  return jsonReply(isCounted ? answer : withUsage(answer, context.asking));
}
