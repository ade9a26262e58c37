/** What follows from the way an answer ended or a prompt was blocked. */
export type Ending =
  /** It can be used when there is text or a call; else it is asked for again. */
  | 'usable'
  /** As `usable`, but the token cap cut it off. */
  | 'cut'
  /** Whatever came is worth nothing, and another try may end better. */
  | 'again'
  /** It repeats a source; other words may help, once. */
  | 'reword'
  /** The provider will not answer this; asking again cannot help. */
  | 'refused';

/**
 * How answers end, by `finishReason` of the SDK's typings (3.3.0). Reasons that come later are `usable`:
 * an answer with text is not thrown away for a word that we do not know.
 */
const FINISH_REASONS: Readonly<Record<string, Ending>> = {
  FINISH_REASON_UNSPECIFIED: 'usable',
  STOP: 'usable',
  MAX_TOKENS: 'cut',
  // Automatic continuation is off: what is there is a part, as with the token cap.
  CONTINUATION: 'cut',
  LANGUAGE: 'usable',
  OTHER: 'usable',
  TOO_MANY_TOOL_CALLS: 'usable',
  NO_IMAGE: 'usable',
  MALFORMED_FUNCTION_CALL: 'again',
  MALFORMED_RESPONSE: 'again',
  UNEXPECTED_TOOL_CALL: 'again',
  MISSING_THOUGHT_SIGNATURE: 'again',
  RECITATION: 'reword',
  SAFETY: 'refused',
  BLOCKLIST: 'refused',
  PROHIBITED_CONTENT: 'refused',
  SPII: 'refused',
  MODEL_ARMOR: 'refused',
  ESCALATION: 'refused',
  PUP_LIMITED_DISABLED: 'refused',
  IMAGE_SAFETY: 'refused',
  IMAGE_PROHIBITED_CONTENT: 'refused',
  IMAGE_RECITATION: 'refused',
  IMAGE_OTHER: 'refused',
};

/** Why prompts are blocked, by `promptFeedback.blockReason`. Reasons that come later refuse, too. */
const BLOCK_REASONS: Readonly<Record<string, Ending>> = {
  BLOCKED_REASON_UNSPECIFIED: 'usable',
  SAFETY: 'refused',
  OTHER: 'refused',
  BLOCKLIST: 'refused',
  PROHIBITED_CONTENT: 'refused',
  IMAGE_SAFETY: 'refused',
  MODEL_ARMOR: 'refused',
  JAILBREAK: 'refused',
};

export const KNOWN_FINISH_REASONS = Object.keys(FINISH_REASONS);
export const KNOWN_BLOCK_REASONS = Object.keys(BLOCK_REASONS);

/** What follows from a finish reason; '' when the answer names none. */
export function endingOf(finishReason: string): Ending {
  return known(FINISH_REASONS, finishReason) ?? 'usable';
}

/** What follows from a block reason; '' when nothing was blocked. */
export function blockingOf(blockReason: string): Ending {
  return blockReason === '' ? 'usable' : (known(BLOCK_REASONS, blockReason) ?? 'refused');
}

function known(table: Readonly<Record<string, Ending>>, reason: string): Ending | undefined {
  return Object.hasOwn(table, reason) ? table[reason] : undefined;
}
