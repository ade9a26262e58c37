import type { DeadLetterAudit, DeadLetterView, ReplayVerdict } from '@dossier/dead-letters';
import { instant, printable } from '../printable.ts';

const DETAIL_LENGTH = 2_000;
const BODY_LENGTH = 4_000;
const VALUE_LENGTH = 200;

/** A dead letter for a terminal. */
export function deadLetterText(
  { letter, body, audit, run, verdict, successors }: DeadLetterView,
  now: Date,
): string {
  const { command, detail, editedBody } = letter;
  return [
    `Dead letter ${letter.id}`,
    `  state      ${letter.state}${letter.closed === null ? '' : `, ${letter.closed.result}`}`,
    `  stage      ${letter.stage}, taken off ${printable(letter.source ?? 'an unknown source')}`,
    `  reason     ${printable(letter.reason)} (cause ${letter.fingerprint})`,
    `  received   ${instant(letter.receivedAt, now)}, delivered ${letter.deliveryAttempts ?? '?'} time(s)`,
    `  effect     ${letter.effect}`,
    `  replays    ${letter.replayCount}${letter.replayOf === null ? '' : `, of ${letter.replayOf}`}`,
    ...(successors.length === 0 ? [] : [`  came back  as ${successors.join(', ')}`]),
    `Safe to replay? ${verdictText(verdict)}`,
    ...(detail === null ? [] : ['Detail', ...indented(detail, DETAIL_LENGTH)]),
    `Body (${letter.bodyBytes} bytes, ${body.encoding})`,
    ...indented(body.content, BODY_LENGTH),
    ...(editedBody === null
      ? []
      : ['Body since the newest edit', ...indented(editedBody, BODY_LENGTH)]),
    `Attributes${Object.keys(letter.attributes).length === 0 ? ': none' : ''}`,
    ...Object.entries(letter.attributes).map(
      ([name, value]) => `  ${printable(name, VALUE_LENGTH)}: ${printable(value, VALUE_LENGTH)}`,
    ),
    ...(command === null
      ? []
      : [`Run ${command.runId}, version ${command.version}`, ...runLines(run)]),
    'History of this dead letter',
    ...audit.map(auditLine),
  ].join('\n');
}

/** What a replay would do, in words. */
export function verdictText(verdict: ReplayVerdict): string {
  switch (verdict.kind) {
    case 'replay':
      return `Yes: the run goes on at ${verdict.command.stage}.`;
    case 'skip':
      return `No: it would be skipped (${verdict.reason}).`;
    case 'refuse':
      return `No: ${verdict.reason}. Mend the body first (dlq edit).`;
  }
}

function runLines(run: DeadLetterView['run']): string[] {
  if (run === null) return ['  there is no such run'];
  const stages = Object.entries(run.stages).map(([name, status]) => `${name} ${status}`);
  return [
    `  status     ${run.status ?? 'no such version'}, newest version ${run.newestVersion}, taken up ${run.resumptions} time(s) again`,
    `  stages     ${stages.join(', ') || 'none begun'}`,
    ...(run.lastError === null
      ? []
      : [
          `  last error ${run.lastError.kind} ${printable(run.lastError.reason)} at ${run.lastError.at}`,
        ]),
    '  attempts',
    ...run.attempts.map(({ at, event, details = {} }) => {
      const more = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
      return printable(`${at}  ${event} ${more.join(' ')}`).replace(/^/, '    ');
    }),
  ];
}

function auditLine({ at, by, what, why, result, edit }: DeadLetterAudit): string {
  const change = edit === undefined ? '' : `  patch ${printable(edit.patch, VALUE_LENGTH)}`;
  return `  ${at}  ${what} by ${printable(by)}: ${printable(why)} -> ${printable(result)}${change}`;
}

function indented(text: string, max: number): string[] {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  return cut.split('\n').map((line) => `  ${printable(line)}`);
}
