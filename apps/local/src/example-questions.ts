/** Questions that the demo corpus can answer, offered in an empty chat. */
export const EXAMPLE_QUESTIONS: readonly string[] = [];
