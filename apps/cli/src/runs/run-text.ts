import type { AuditEntry } from '@dossier/contracts';
import { instant, printable, span } from '../printable.ts';
import type { OutboxDetails, RunDetails, StageDetails, VersionDetails } from './run-details.ts';

/** A run for a terminal. */
export function runText(run: RunDetails, now: Date): string {
  const { runId, createdAt, requester, version, wakeAt, fence } = run;
  return [
    `Run ${runId}`,
    `  asked      ${instant(createdAt, now)} by ${printable(requester.conversationId)}`,
    `  version    ${version}, fence ${fence}`,
    `  wakes      ${wakeAt === null ? 'never: nothing is awaited' : instant(wakeAt, now)}`,
    ...run.versions.flatMap((each) => versionLines(each, now)),
    `Outbox${run.outbox.length === 0 ? ': empty' : ''}`,
    ...run.outbox.map((entry) => outboxLine(entry, now)),
    `Artifacts${run.artifacts.length === 0 ? ': none' : ''}`,
    ...run.artifacts.map(({ version: of, name, createdAt: at }) => `  ${of}.${name}  ${at}`),
    'History',
    ...run.audit.map(auditLine),
  ].join('\n');
}

function versionLines(version: VersionDetails, now: Date): string[] {
  const { request, startedAt, endedAt, failure, resumptions, usage, url, notices } = version;
  const until = endedAt === undefined ? '' : ` to ${endedAt}`;
  return [
    `Version ${version.version}: ${version.status}, ${startedAt}${until}`,
    `  question   ${printable(request.question, 200)}`,
    ...(failure === undefined ? [] : [`  failure    ${failure.stage} ${failure.reason}`]),
    ...(resumptions === undefined ? [] : [`  taken up   ${resumptions} time(s) again`]),
    `  usage      ${usageText(usage)}`,
    `  report     ${url ?? 'none'}`,
    ...notices.map(
      ({ kind, status, deliveredAt }) => `  told       ${kind}, ${status} ${deliveredAt}`,
    ),
    ...version.stages.flatMap((stage) => stageLines(stage, now)),
  ];
}

/** Searches and calls; tokens and money where a model was asked. */
function usageText({ searches, modelCalls, ...paid }: VersionDetails['usage']): string {
  const counts = `${searches} searches, ${modelCalls} model calls`;
  const {
    inputTokens = 0,
    toolTokens = 0,
    outputTokens = 0,
    thoughtTokens = 0,
  }: Partial<typeof paid> = paid;
  if (modelCalls === 0) return counts;
  const tokens = inputTokens + toolTokens + outputTokens + thoughtTokens;
  return `${counts}, ${tokens} tokens, about ${(paid.costMicroUsd / 1e6).toFixed(4)} US dollars`;
}

function stageLines(each: StageDetails, now: Date): string[] {
  const { stage, status, attempts, step, startedAt, endedAt, lease, lastError } = each;
  const took =
    endedAt === undefined ? '' : `, took ${span(Date.parse(endedAt) - Date.parse(startedAt))}`;
  const since = status === 'waiting' || status === 'needs_human' ? each.waitingSince : undefined;
  return [
    `  ${stage.padEnd(8)} ${status}, attempts ${attempts}, step ${step}${took}` +
      (since === undefined ? '' : `, waits since ${instant(since, now)}`),
    ...(lease === undefined
      ? []
      : [
          `    lease    fence ${lease.fence}, holder ${lease.token}, until ${lease.until}` +
            (lease.expired ? ' (expired)' : ''),
        ]),
    ...(lastError === undefined
      ? []
      : [
          `    error    ${lastError.kind} ${lastError.reason}, ${instant(lastError.at, now)}` +
            (lastError.details === undefined ? '' : ` ${printable(lastError.details, 200)}`),
        ]),
  ];
}

function outboxLine({ id, dueSince, repeats, repeatAt }: OutboxDetails, now: Date): string {
  return `  ${id}  since ${dueSince}, repeated ${repeats} time(s), again at ${instant(repeatAt, now)}`;
}

function auditLine({ at, event, version, details = {} }: AuditEntry): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return `  ${printable(`${at} v${version} ${event} ${more.join(' ')}`)}`;
}
