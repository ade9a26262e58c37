/** A test that Google's emulator fails, by the difference that explains it. */
export interface DifferingTest {
  /** Path below `test/conformance`. */
  readonly spec: string;
  /** The names of its `describe`s and its own, joined by ` › `. */
  readonly name: string;
  /** Key of `DIFFERENCES`. */
  readonly difference: string;
  /** True when the emulator gives no answer at all: waited for 5 s only. */
  readonly hangs?: true;
}

export const DIFFERING_TESTS: readonly DifferingTest[] = [];
