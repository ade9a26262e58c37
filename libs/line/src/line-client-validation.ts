/** What LINE says about messages that were not sent. */
export type Validation =
  { readonly ok: true } | { readonly ok: false; readonly problems: readonly string[] };

/** The faults in the body of a 400, each with the place it is at; at least one. */
export function problemsIn(body: string): readonly string[] {
  const { message, details } = parse(body);
  const found = Array.isArray(details) ? details.map(describe).filter((text) => text !== '') : [];
  const summary = typeof message === 'string' && message !== '' ? message : 'LINE gives no reason';
  // Details speak of places inside a message; the summary says which message.
  return found.length === 0 ? [summary] : found.map((each) => `${summary}: ${each}`);
}

function describe(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  const { message, property }: { message?: unknown; property?: unknown } = detail;
  return [property, message].filter((each) => typeof each === 'string').join(' ');
}

function parse(body: string): { message?: unknown; details?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
