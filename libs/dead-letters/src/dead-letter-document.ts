import { isRunId, STAGE_NAMES } from '@dossier/contracts';
import { DeadLetterError } from './errors.ts';
import { DEAD_LETTER_STATES, type DeadLetter, type DeadLetterState } from './dead-letter.ts';

/**
 * A dead letter as Firestore keeps it. Attributes are JSON text: their names may be ones that
 * Firestore reserves (`__x__`).
 */
export interface DeadLetterDocument extends Omit<DeadLetter, 'attributes'> {
  readonly attributes: string;
  readonly inState: StateStamp;
}

/**
 * `receivedAt` under the name of the state: lists of one state in order of time need no composite
 * index, since only records in that state have the field.
 */
export type StateStamp = Readonly<Partial<Record<DeadLetterState, string>>>;

/** The stamp of a record that is now in `state`. */
export function stampOf({ state, receivedAt }: Pick<DeadLetter, 'state' | 'receivedAt'>): {
  inState: StateStamp;
} {
  return { inState: { [state]: receivedAt } };
}

/** The document of a record. */
export function toDocument(letter: DeadLetter): DeadLetterDocument {
  return { ...letter, attributes: JSON.stringify(letter.attributes), ...stampOf(letter) };
}

/**
 * Reads a record's document.
 * @throws DeadLetterError `unreadable` when another program has written it in another shape.
 */
export function fromDocument(id: string, data: object): DeadLetter {
  const wrong = Object.entries(SHAPE).filter(
    ([field, fits]) => !fits((data as Readonly<Record<string, unknown>>)[field]),
  );
  if (wrong.length > 0) throw unreadable(id, wrong.map(([field]) => field).join(', '));
  const { inState: _stamp, attributes, ...letter } = data as DeadLetterDocument;
  if (letter.id !== id) throw unreadable(id, 'id');
  return { ...letter, attributes: attributesIn(id, attributes) };
}

/** The records among documents, and how many of those are none: one must not hide all the others. */
export function lettersAmong(documents: readonly { readonly id: string; data(): object }[]): {
  letters: DeadLetter[];
  unreadable: number;
} {
  const letters = documents.flatMap((document) => {
    try {
      return [fromDocument(document.id, document.data())];
    } catch (error) {
      if (error instanceof DeadLetterError && error.code === 'unreadable') return [];
      throw error;
    }
  });
  return { letters, unreadable: documents.length - letters.length };
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isInteger(value);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const orNull =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || fits(value);

/** What everything that reads records relies on. */
const SHAPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isText,
  state: (value) => DEAD_LETTER_STATES.some((state) => state === value),
  stage: (value) => STAGE_NAMES.some((stage) => stage === value),
  reason: isText,
  detail: orNull(isText),
  fingerprint: isText,
  receivedAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  bodyBytes: isCount,
  attributes: isText,
  command: orNull(isCommand),
  replayCount: isCount,
  editedBody: orNull(isText),
  closed: orNull(isObject),
  auditLength: isCount,
};

function isCommand(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { runId, version, stage, step } = value as Readonly<Record<string, unknown>>;
  return (
    typeof runId === 'string' &&
    isRunId(runId) &&
    isCount(version) &&
    STAGE_NAMES.some((name) => name === stage) &&
    isCount(step)
  );
}

function attributesIn(id: string, json: string): Record<string, string> {
  try {
    const attributes = JSON.parse(json) as unknown;
    if (isObject(attributes)) return attributes as Record<string, string>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unreadable(id, 'attributes');
}

function unreadable(id: string, fields: string): DeadLetterError {
  const message = `the record of dead letter ${JSON.stringify(id)} is spoiled: see its ${fields}`;
  return new DeadLetterError('unreadable', message);
}
