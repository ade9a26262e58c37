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

/** Reads a record's document. @throws Error when another program has written it in another shape. */
export function fromDocument(data: object): DeadLetter {
  const missing = [
    'id',
    'stage',
    'reason',
    'receivedAt',
    'command',
    'closed',
    'auditLength',
  ].filter((field) => !(field in data));
  if (missing.length > 0) throw new Error(`dead letter document lacks ${missing.join(', ')}`);
  const { inState: _stamp, attributes, ...letter } = data as DeadLetterDocument;
  if (!DEAD_LETTER_STATES.includes(letter.state)) {
    throw new Error(`dead letter ${letter.id} is in the unknown state ${letter.state}`);
  }
  return { ...letter, attributes: JSON.parse(attributes) as Record<string, string> };
}
