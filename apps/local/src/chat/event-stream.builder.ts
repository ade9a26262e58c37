import { isDeepStrictEqual } from 'node:util';

/** One server-sent event. */
export interface ServerSentEvent {
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

/** An open event stream, read as a browser would. Waiting ends with an error when the stream does, or after 5 s. */
export interface EventStream {
  /** The next event of the type that was not taken yet. */
  next(type: string): Promise<ServerSentEvent>;
  /** Takes events of the type until one has these fields. */
  until(type: string, fields: Record<string, unknown>): Promise<ServerSentEvent>;
  /** What came of the type so far and was not taken. */
  seen(type: string): ServerSentEvent[];
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

const DEADLINE_MS = 5000;

/** Opens the stream; the answer must be an event stream. */
export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status}`);
  const events: ServerSentEvent[] = [];
  let wake = (): void => undefined;
  let over = false;
  const reading = read(response.body, (event) => {
    events.push(event);
    wake();
  }).finally(() => {
    over = true;
    wake();
  });

  const take = async (type: string): Promise<ServerSentEvent> => {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    for (;;) {
      const index = events.findIndex((event) => event.type === type);
      const [found] = index < 0 ? [] : events.splice(index, 1);
      if (found !== undefined) return found;
      if (over || deadline.aborted) throw new Error(`no event "${type}" came`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  };
  return {
    next: take,
    async until(type, fields) {
      for (;;) {
        const event = await take(type);
        if (hasFields(event.data, fields)) return event;
      }
    },
    seen: (type) => events.filter((event) => event.type === type),
    ended: () => reading,
    async close() {
      abort.abort();
      // Aborting is how a reader leaves; the stream then ends with that error.
      await reading.catch(() => undefined);
    },
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerSentEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      const data = field('data');
      if (data !== '') onEvent({ type: field('event'), id: field('id'), data: JSON.parse(data) });
    }
  }
}

function hasFields(data: unknown, fields: Record<string, unknown>): boolean {
  const found = Object.entries(typeof data === 'object' && data !== null ? data : {});
  return Object.entries(fields).every((field) =>
    found.some((each) => isDeepStrictEqual(each, field)),
  );
}
