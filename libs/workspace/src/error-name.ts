/** The class of an unexpected error: tells two bugs apart without repeating anybody's text. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
