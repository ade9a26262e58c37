/** What a person's second Ctrl-C means to a shell: ended by SIGINT. */
const ENDED_BY_INTERRUPT = 130;

/**
 * Ends the process on SIGINT or SIGTERM: `close` lets work under way end, then exit code 0 (1 when
 * closing failed). A second signal ends it at once; nothing confirmed is lost by that.
 */
export function stopOnSignals(
  close: () => Promise<void>,
  { onStop, onError }: { onStop?: () => void; onError: (error: unknown) => void },
): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(ENDED_BY_INTERRUPT);
      stopping = true;
      onStop?.();
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          onError(error);
          process.exit(1);
        },
      );
    });
  }
}
