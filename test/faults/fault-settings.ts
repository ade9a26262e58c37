/** How the fault tests are run; the one place that reads the environment for them. */
export interface FaultSettings {
  /** Random schedules in all: each property gets its share. */
  readonly runs: number;
  /** Where chance starts, if not where it always does in `npm test` and somewhere else each time. */
  readonly seed: number | undefined;
  /** fast-check's path to one counterexample of the seed. */
  readonly path: string | undefined;
  /** Only situations whose title holds this. */
  readonly situation: string;
  /** Whether a failure is made small before it is shown. Takes many runs. */
  readonly shrinks: boolean;
}

/** What `npm test` has time for. */
const BOUNDED_RUNS = 120;

/**
 * Reads FAULT_RUNS, FAULT_SEED, FAULT_PATH, FAULT_SITUATION and FAULT_SHRINK=0.
 * @throws Error when a number is none.
 */
export function readFaultSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FaultSettings {
  const {
    FAULT_RUNS: runs,
    FAULT_SEED: seed,
    FAULT_PATH: path,
    FAULT_SHRINK: shrink,
  } = environment;
  return {
    runs: given(runs) ? wholeNumber('FAULT_RUNS', runs) : BOUNDED_RUNS,
    seed: given(seed) ? wholeNumber('FAULT_SEED', seed) : undefined,
    path: given(path) ? path : undefined,
    situation: environment['FAULT_SITUATION'] ?? '',
    shrinks: shrink !== '0',
  };
}

function given(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new Error(`${name} must be a whole number, not "${text}"`);
  }
  return number;
}
