/** Why LINE would refuse a message, or a reader would see nothing of it. */
export type ProblemKind =
  | 'unknown-property'
  | 'missing'
  | 'wrong-value'
  | 'empty'
  | 'half-character'
  | 'too-long'
  | 'too-few'
  | 'too-many'
  | 'too-large'
  | 'bad-address'
  /** Right in itself, but not where it stands. */
  | 'misplaced';

/** One thing that is wrong with a list of messages. It never holds a message's text: logs may show it. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Such as `messages[0].contents.body.contents[2].text`. */
  readonly path: string;
  /** What is allowed, for example `at most 300 UTF-16 units, not 301`. */
  readonly says: string;
}
