import { PLAN_GROUPS } from '@dossier/contracts';
import { BenchFailure } from '../bench-failure.ts';

/** How long a model took, in milliseconds: one run. */
export interface ModelTimes {
  readonly plan: number;
  /** One per query group. */
  readonly searches: readonly number[];
  readonly compare: number;
  readonly write: number;
}

/**
 * Used unless a file of recorded times is given. No model can be called where this was written, so
 * these are not measurements: a grounded search takes some ten seconds, a comparison and a plan less,
 * a report of several chapters more, all well below `modelCallMs` in the timings table. What the
 * benchmark shows does not depend on them: it is the time around them.
 */
export const ASSUMED_MODEL_TIMES: ModelTimes = {
  plan: 6_000,
  searches: [11_000, 14_000, 9_000, 12_000, 16_000, 10_000],
  compare: 9_000,
  write: 18_000,
};

/** Reads recorded times: `{"plan":ms,"searches":[ms,...],"compare":ms,"write":ms}`. @throws BenchFailure */
export function parseModelTimes(json: string): ModelTimes {
  const value = parse(json);
  const { plan, searches, compare, write } = value;
  const groups: readonly unknown[] = Array.isArray(searches) ? searches : [];
  const fits = groups.length >= PLAN_GROUPS.min && groups.length <= PLAN_GROUPS.max;
  if (!fits || ![plan, compare, write, ...groups].every(isDuration)) {
    throw new BenchFailure(
      'model times must be {"plan":ms,"searches":[ms,...],"compare":ms,"write":ms} ' +
        `with ${PLAN_GROUPS.min} to ${PLAN_GROUPS.max} searches`,
    );
  }
  return {
    plan: Number(plan),
    searches: groups.map(Number),
    compare: Number(compare),
    write: Number(write),
  };
}

/** All times made shorter alike, so that a quick run still has the same shape. */
export function scaled({ plan, searches, compare, write }: ModelTimes, factor: number): ModelTimes {
  return {
    plan: plan * factor,
    searches: searches.map((ms) => ms * factor),
    compare: compare * factor,
    write: write * factor,
  };
}

function parse(json: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(json) as object) };
  } catch (cause) {
    throw new BenchFailure('model times are not JSON', { cause });
  }
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
