const CODES = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  ABORTED: 10,
  UNAVAILABLE: 14,
} as const;

/** An error as the Google clients throw it. */
export function grpcError(name: keyof typeof CODES, message: string): Error & { code: number } {
  return Object.assign(new Error(`${CODES[name]} ${name}: ${message}`), { code: CODES[name] });
}

/** The codes after which `runTransaction` of @google-cloud/firestore 9 runs its callback again. */
const AGAIN_IN_TRANSACTION = [1, 2, 4, 8, 10, 13, 14, 16];

/** Whether the client runs a transaction again after this error, also one that its callback threw. */
export function isRetriedTransaction(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && AGAIN_IN_TRANSACTION.includes(code);
}

/** Whether the client repeats a write outside of a transaction by itself: blindly, as it may have been applied. */
export function isRetriedWrite(error: unknown): boolean {
  return codeOf(error) === CODES.UNAVAILABLE;
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
}
