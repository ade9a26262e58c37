import fc from 'fast-check';
import { TIMING_PROFILES, type TimingProfile } from '@dossier/contracts';

/** Something that goes wrong with one operation. */
export interface Disturbance {
  /** Number of the operation, counted from the start of the world. */
  readonly at: number;
  /** Which of the faults that this operation can have; taken modulo their number. */
  readonly what: number;
  /** 0 to 9: how long, how many copies. */
  readonly strength: number;
}

/**
 * Everything that one simulated world depends on: the same schedule gives the same trace, to the letter.
 * Faults hang on operation numbers instead of a stream of random numbers, so that leaving one out does
 * not change the others before it: fast-check shrinks a failure to the few faults that it takes.
 */
export interface Schedule {
  /** Latencies, skews and the choice between machines. */
  readonly seed: number;
  readonly profile: TimingProfile;
  /**
   * Only faults that may cost nobody an attempt: lost answers, contention, copies, delays. Where an
   * attempt may be lost, its loss excuses a repetition that something else has caused.
   */
  readonly gentle: boolean;
  readonly disturbances: readonly Disturbance[];
}

/** Operations of an undisturbed run, and some more for the repetitions that faults cause. */
const OPERATIONS = 180;
const MAX_DISTURBANCES = 30;

const profiles = Object.keys(TIMING_PROFILES) as TimingProfile[];

/** Random schedules: from a single fault to a storm. */
export function schedules(): fc.Arbitrary<Schedule> {
  const disturbance = fc.record({
    at: fc.nat(OPERATIONS),
    what: fc.nat(59),
    strength: fc.nat(9),
  });
  return fc.record({
    seed: fc.nat(2 ** 31 - 1),
    profile: fc.constantFrom(...profiles),
    gentle: fc.boolean(),
    disturbances: fc.uniqueArray(disturbance, {
      selector: ({ at }) => at,
      maxLength: MAX_DISTURBANCES,
      size: 'max',
    }),
  });
}

/** A world in which nothing goes wrong. */
export function calmSchedule(profile: TimingProfile): Schedule {
  return { seed: 0, profile, gentle: true, disturbances: [] };
}
