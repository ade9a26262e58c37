/** The class of an unexpected error: tells two bugs apart without repeating anybody's text. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Where an error came from: class and frames, without the message, which may repeat somebody's text. */
export function stackOf(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : null;
  return [errorName(error), ...(frames ?? [])].join('\n');
}
