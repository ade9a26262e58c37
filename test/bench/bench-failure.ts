/** The benchmark could not measure something; the message says what, and what to do about it. */
export class BenchFailure extends Error {
  override readonly name = 'BenchFailure';
}
