/** How long the day is; the one place that reads the environment for it. */
export interface DaySettings {
  readonly seed: number;
  readonly events: number;
  readonly chats: number;
}

/** What `npm test` has time for. */
const BOUNDED_EVENTS = 600;
/** Few, so that most of them have an event in every round: things must happen while others are under way. */
const CHATS = { least: 60, share: 1 / 110 };

/**
 * Reads DAY_EVENTS and FAULT_SEED.
 * @throws Error when one is no whole number.
 */
export function readDaySettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): DaySettings {
  const events = wholeNumber('DAY_EVENTS', environment['DAY_EVENTS'], BOUNDED_EVENTS);
  return {
    events,
    seed: wholeNumber('FAULT_SEED', environment['FAULT_SEED'], 1),
    chats: Math.max(CHATS.least, Math.round(events * CHATS.share)),
  };
}

function wholeNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new Error(`${name} must be a whole number, not "${text}"`);
  }
  return number;
}
