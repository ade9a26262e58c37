import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/** The sender of a message has named the property, so its name may be a person's text, too. */
const UNKNOWN_PROPERTY = '1 unknown property';

/** A message body that is not what its topic carries. Trying again cannot help. */
export class MessageRejected extends Error {
  override readonly name = 'MessageRejected';
  /** One line per problem; never holds a value or an unknown name, which may be a person's text. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`message rejected: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Turns one JSON body (UTF-8) into a checked instance of `type`.
 * @throws MessageRejected when it is no JSON object, breaks a rule, or has an unknown property.
 */
export function parseMessage<T extends object>(type: new () => T, body: Uint8Array): T {
  let plain: unknown;
  try {
    plain = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new MessageRejected(['body is not JSON in UTF-8']);
  }
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new MessageRejected(['body is not a JSON object']);
  }
  const { value, problems } = checked(type, plain);
  if (problems.length > 0) throw new MessageRejected(problems);
  return value;
}

function checked<T extends object>(
  type: new () => T,
  plain: object,
): { value: T; problems: string[] } {
  try {
    const value = plainToInstance(type, plain);
    const errors = validateSync(value, { whitelist: true, forbidNonWhitelisted: true });
    const problems = errors.flatMap(problemsOf);
    const known = problems.filter((problem) => problem !== UNKNOWN_PROPERTY);
    const unknown = problems.length - known.length;
    return { value, problems: unknown === 0 ? known : [...known, counted(unknown)] };
  } catch (error) {
    // Both walk the body by recursion, and whoever sent it chose its depth: the stack overflows on a
    // few kilobytes of brackets, and a message that is not rejected would come back for ever.
    if (error instanceof RangeError) throw new MessageRejected(['body is nested too deeply']);
    throw error;
  }
}

function problemsOf({ constraints = {}, children = [] }: ValidationError): string[] {
  const own = Object.entries(constraints).map(([rule, problem]) =>
    rule === 'whitelistValidation' ? UNKNOWN_PROPERTY : problem,
  );
  return [...own, ...children.flatMap(problemsOf)];
}

function counted(unknown: number): string {
  return unknown === 1 ? UNKNOWN_PROPERTY : `${unknown} unknown properties`;
}
