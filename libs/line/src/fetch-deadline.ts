import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<AbortSignal>();
let wrapper: typeof fetch | undefined;

/**
 * Runs `call` so that every `fetch` inside it (reading the body included) ends after `timeoutMs` with
 * a DOMException named TimeoutError. The LINE SDK has no time-out and takes no signal, but it looks up
 * the global `fetch` for each call; other users of `fetch` are not touched.
 */
export function withFetchDeadline<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
  wrapGlobalFetch();
  return deadlines.run(AbortSignal.timeout(timeoutMs), call);
}

/** Wraps again when somebody has replaced the global since, so that the deadline still holds. */
function wrapGlobalFetch(): void {
  if (globalThis.fetch === wrapper) return;
  const inner = globalThis.fetch;
  wrapper = (input, init) => {
    const signal = deadlines.getStore();
    return inner(input, signal === undefined ? init : { ...init, signal });
  };
  globalThis.fetch = wrapper;
}
