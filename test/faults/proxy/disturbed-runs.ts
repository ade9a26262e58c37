import type { PlannedRun } from '../fault-cloud.kit.ts';
import type { ObservedRun } from '../invariants.ts';
import type { FaultName } from './fault-kinds.ts';
import type { ProxiedServices } from './proxied-services.kit.ts';
import { SeededFaults } from './seeded-faults.ts';

/** How likely each fault is (0 to 1); absent: it never strikes. */
export type Odds = Readonly<Partial<Record<FaultName, number>>>;

/** Some runs that suffer the same faults, beside others that suffer other ones. */
export interface Scenario {
  readonly name: string;
  readonly runs: number;
  readonly odds: Odds;
  /** The call, from 1, that a fault strikes in every run whatever the odds; absent: none. */
  readonly sureOfCall?: number;
}

/** How a scenario ended. */
export interface Suffered {
  readonly runs: readonly ObservedRun[];
  /** How often its faults struck its runs, by fault. */
  readonly struck: Readonly<Record<string, number>>;
}

export interface DisturbedRunsOptions {
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  /** For calls that are about no run. */
  readonly everywhere?: Odds;
}

/** Each of the faults on its own, on some runs; it strikes each of them at least once. */
export function eachAlone(odds: Odds, runs: number): Scenario[] {
  return Object.entries(odds).map(([name, each]) => ({
    name,
    runs,
    odds: { [name]: each },
    sureOfCall: 2,
  }));
}

/** The same odds for all of these faults. */
export function evenOdds(names: readonly FaultName[], each: number): Odds {
  return Object.fromEntries(names.map((name) => [name, each]));
}

/**
 * Runs all scenarios at once, each fault striking only the runs of its scenario. Looks at the runs after the faults are over and everything is settled.
 */
export async function disturbedRuns(
  services: ProxiedServices,
  { seed, scenarios, everywhere = {} }: DisturbedRunsOptions,
): Promise<ReadonlyMap<string, Suffered>> {
  const planned = scenarios.map(({ runs, ...scenario }) => ({
    ...scenario,
    runs: Array.from({ length: runs }, () => services.cloud.nextRun()),
  }));
  const scenarioOf = new Map(
    planned.flatMap((scenario) => scenario.runs.map(({ key }) => [key.runId as string, scenario])),
  );
  const faults = new SeededFaults(seed, (run, fault, nth) => {
    if (run === undefined) return everywhere[fault] ?? 0;
    const { odds = {}, sureOfCall } = scenarioOf.get(run) ?? {};
    return fault in odds && nth === sureOfCall ? 1 : (odds[fault] ?? 0);
  });
  const all = planned.flatMap(({ runs }) => runs);
  services.disturb(faults);
  await services.ask(all);
  await services.ends(all);
  await services.quiet(all);
  const entries = planned.map(async ({ name, runs, odds }) => {
    const seen = await Promise.all(runs.map((run) => services.lane.observe(run)));
    return [name, { runs: seen, struck: timesStruck(faults, runs, odds) }] as const;
  });
  return new Map(await Promise.all(entries));
}

function timesStruck(
  faults: SeededFaults,
  runs: readonly PlannedRun[],
  odds: Odds,
): Record<string, number> {
  // Object.keys of a record whose keys are fault names.
  const names = Object.keys(odds) as FaultName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      [undefined, ...runs.map(({ key }) => key.runId)]
        .map((run) => faults.timesStruck(name, run))
        .reduce((sum, times) => sum + times, 0),
    ]),
  );
}
