import { isRunId, LANGUAGES, type RunKey } from '@dossier/contracts';
import type { PostbackAction } from './postback-action.ts';

/** LINE's limit for the data of a postback, in UTF-16 units. */
const MAX_DATA = 300;
/** As far as a command's version goes. */
const MAX_VERSION = 10_000;
/** Far more chapters than a report has. */
const MAX_CHAPTER = 100;

type Act = PostbackAction['act'];
type Fields = ReadonlyMap<string, string>;
type Reader = (fields: Fields) => PostbackAction | undefined;

/** How the fields of each act are read. A map, so that `constructor` and its like are no acts. */
const READERS: ReadonlyMap<string, Reader> = new Map<Act, Reader>([
  ...(
    [
      'status',
      'cancel',
      'link',
      'versions',
      'republish',
      'ask-again',
      'retry',
      'select',
      'approve-plan',
      'edit-plan',
    ] as const
  ).map((act) => [act, (fields: Fields) => withRun(fields, (run) => ({ act, run }))] as const),
  ['deepen', deepenOf],
  ['add-sources', addSourcesOf],
  ...(['wait', 'cancel-first', 'queue', 'research'] as const).map(
    (act) => [act, (fields: Fields) => pendingOf(act, fields)] as const,
  ),
  ...(['history', 'help', 'new-topic'] as const).map((act) => [act, () => ({ act })] as const),
]);

/** Writes what a button does as its postback data: one form per action, at most 300 UTF-16 units. */
export function encodePostback(action: PostbackAction): string {
  const fields = ['v=1', `act=${action.act}`];
  if ('run' in action) fields.push(`run=${action.run.runId}`, `ver=${action.run.version}`);
  if ('chapter' in action && action.chapter !== undefined) fields.push(`ch=${action.chapter}`);
  if ('language' in action && action.language !== undefined) fields.push(`lang=${action.language}`);
  if ('pending' in action) fields.push(`pend=${action.pending}`);
  return fields.join('&');
}

/**
 * Reads postback data; undefined unless it is, character by character, what `encodePostback` writes.
 * Anybody in a chat can send any data, so what an action is about is still to be checked by its owner.
 */
export function parsePostback(data: string): PostbackAction | undefined {
  if (data.length > MAX_DATA) return undefined;
  const fields = new Map(data.split('&').map(fieldOf));
  const action = READERS.get(fields.get('act') ?? '')?.(fields);
  // Writing it again refuses every other spelling: `01`, `%31`, another order, twice the same, one too many.
  return action !== undefined && encodePostback(action) === data ? action : undefined;
}

function fieldOf(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
}

function withRun(
  fields: Fields,
  make: (run: RunKey) => PostbackAction | undefined,
): PostbackAction | undefined {
  const runId = fields.get('run') ?? '';
  const version = numberUpTo(MAX_VERSION, fields.get('ver'));
  return isRunId(runId) && version !== undefined ? make({ runId, version }) : undefined;
}

function deepenOf(fields: Fields): PostbackAction | undefined {
  return withRun(fields, (run) => {
    if (!fields.has('ch')) return { act: 'deepen', run };
    const chapter = numberUpTo(MAX_CHAPTER, fields.get('ch'));
    return chapter === undefined ? undefined : { act: 'deepen', run, chapter };
  });
}

function addSourcesOf(fields: Fields): PostbackAction | undefined {
  return withRun(fields, (run) => {
    if (!fields.has('lang')) return { act: 'add-sources', run };
    const language = LANGUAGES.find((known) => known === fields.get('lang'));
    if (language === undefined) return undefined;
    if (!fields.has('ch')) return { act: 'add-sources', run, language };
    const chapter = numberUpTo(MAX_CHAPTER, fields.get('ch'));
    return chapter === undefined ? undefined : { act: 'add-sources', run, chapter, language };
  });
}

function pendingOf(
  act: 'wait' | 'cancel-first' | 'queue' | 'research',
  fields: Fields,
): PostbackAction | undefined {
  const pending = fields.get('pend') ?? '';
  return isRunId(pending) ? { act, pending } : undefined;
}

function numberUpTo(max: number, text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined;
}
