import { MessageRejected, parseCommand } from '@dossier/contracts';
import { applyPatch, type Operation } from 'rfc6902';
import type { DeadCommand } from './dead-letter.ts';
import { DeadLetterError } from './errors.ts';
import { idsOf } from './replay-verdict.ts';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
/** Stands above the document, so that an operation on the whole of it has a place to write to. */
const ROOT = '/document';

/**
 * Applies a JSON Patch (RFC 6902) to a body that must be a command afterwards. A body that is no JSON
 * can only be replaced as a whole: `[{"op":"replace","path":"","value":{...}}]`.
 * @throws DeadLetterError `bad-patch`, `body-not-json`, `not-a-command`, with every problem.
 */
export function patchBody(body: string, patch: unknown): { after: string; command: DeadCommand } {
  const operations = checkedOperations(patch);
  const holder = { document: documentIn(body, operations) };
  const results = applyPatch(
    holder,
    operations.map((operation) => underRoot(operation)),
  );
  const problems = results.flatMap((error, index) =>
    error === null ? [] : [`operation ${index}: ${error.message || error.name}`],
  );
  if (problems.length > 0)
    throw new DeadLetterError('bad-patch', problems.join('; '), { problems });
  const after = JSON.stringify(holder.document) ?? '';
  try {
    return { after, command: idsOf(parseCommand(Buffer.from(after))) };
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    const message = `the body would be no command: ${error.problems.join('; ')}`;
    throw new DeadLetterError('not-a-command', message, { problems: error.problems, cause: error });
  }
}

function checkedOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch) || patch.length === 0) {
    throw new DeadLetterError('bad-patch', 'a patch is a list of operations (RFC 6902)');
  }
  const problems = patch.flatMap((each: unknown, index) => problemsOf(each, index));
  if (problems.length > 0)
    throw new DeadLetterError('bad-patch', problems.join('; '), { problems });
  return patch as Operation[];
}

function problemsOf(operation: unknown, index: number): string[] {
  const at = `operation ${index}`;
  if (typeof operation !== 'object' || operation === null) return [`${at} is no object`];
  const {
    op,
    path,
    from,
    value,
  }: { op?: unknown; path?: unknown; from?: unknown; value?: unknown } = operation;
  if (typeof op !== 'string' || !OPERATIONS.includes(op)) {
    return [`${at}: op must be one of ${OPERATIONS.join(', ')}`];
  }
  const needsFrom = op === 'move' || op === 'copy';
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  return [
    ...(isPointer(path) ? [] : [`${at}: path must be a JSON pointer such as /version`]),
    ...(needsFrom && !isPointer(from) ? [`${at}: from must be a JSON pointer`] : []),
    ...(needsValue && value === undefined ? [`${at}: value is missing`] : []),
  ];
}

function isPointer(text: unknown): text is string {
  return typeof text === 'string' && /^(?:\/(?:[^~]|~[01])*)?$/.test(text);
}

function documentIn(body: string, [first]: Operation[]): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    const replacesAll = first?.path === '' && (first.op === 'replace' || first.op === 'add');
    if (replacesAll) return null;
    const message = 'the body is no JSON: replace it as a whole, with the path ""';
    throw new DeadLetterError('body-not-json', message, { cause: error });
  }
}

function underRoot(operation: Operation): Operation {
  const moved = { ...operation, path: `${ROOT}${operation.path}` };
  return 'from' in moved ? { ...moved, from: `${ROOT}${moved.from}` } : moved;
}
