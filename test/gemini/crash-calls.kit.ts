import { addUsage, NO_USAGE, USAGE_KINDS } from '@dossier/contracts';
import type { SeenRequest } from '@dossier/fake-gemini';
import { brokenInvariants } from '../faults/invariants.ts';
import type { SeenRun } from './crash-lane.kit.ts';
import type { KilledRun } from './crash-run.kit.ts';

/** Tells calls apart by what is asked: `search-2` is what was third to be searched in the undisturbed run. */
export interface CallNames {
  of(request: SeenRequest): string;
}

/** Tasks that a run asks for several times, side by side. */
const MANY: ReadonlySet<string> = new Set(['search', 'chapter']);

/** The names of the calls of an undisturbed run; what it did not ask is named by its task, with a `?`. */
export function callNames(requests: readonly SeenRequest[]): CallNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const request of requests) {
    const { task } = request;
    const count = counts.get(task) ?? 0;
    if (names.has(asked(request))) continue;
    counts.set(task, count + 1);
    names.set(asked(request), MANY.has(task) || count > 0 ? `${task}-${count}` : task);
  }
  return { of: (request) => names.get(asked(request)) ?? `${request.task}?` };
}

/**
 * What crashes may not have done to a run; empty when all is well.
 * @param undisturbed the same version of a run that nothing happened to.
 */
export function brokenByCrash(
  { seen, kills, lost, failed }: KilledRun,
  undisturbed: SeenRun,
): string[] {
  const names = callNames(undisturbed.requests);
  const [run, wanted] = [seen, undisturbed].map(({ requests, ...rest }) => ({
    ...rest,
    artifacts: lasting(rest),
    paidCalls: requests.map((request) => ({
      call: names.of(request),
      startedAt: request.at.getTime(),
    })),
  }));
  if (run === undefined || wanted === undefined) throw new Error('a run is missing');
  const extra = [...lost, ...failed];
  const disturbance = { lostAttempts: kills + failed.length, callsAtOnce: extra.length };
  return [
    ...brokenInvariants(run, wanted, disturbance),
    ...paidWithoutCause(seen, undisturbed, extra),
    ...wrongBooks(seen, undisturbed),
  ];
}

/** Every call is paid as often as undisturbed, and at most once more for each time that it was lost. */
export function paidWithoutCause(
  seen: SeenRun,
  undisturbed: SeenRun,
  lost: readonly string[] = [],
): string[] {
  const names = callNames(undisturbed.requests);
  const countOf = (calls: readonly string[], name: string): number =>
    calls.filter((call) => call === name).length;
  const [paid, wanted] = [seen, undisturbed].map((run) =>
    run.requests.map((request) => names.of(request)),
  );
  const all = new Set([...(paid ?? []), ...(wanted ?? [])]);
  const refused = seen.requests.filter(({ answeredWith }) => answeredWith.startsWith('refused'));
  return [
    ...[...all].flatMap((name) => {
      const times = countOf(paid ?? [], name);
      const least = countOf(wanted ?? [], name);
      const most = least + countOf(lost, name);
      return times >= least && times <= most
        ? []
        : [`${name} was asked ${times} times, not ${least} to ${most}`];
    }),
    ...refused.map(({ task, answeredWith }) => `${task}: ${answeredWith}`),
  ];
}

/** The books against what was really asked. */
export function wrongBooks({ ledger, requests, workspace, key }: SeenRun, undisturbed: SeenRun) {
  const usage = workspace?.versions[String(key.version)]?.usage ?? NO_USAGE;
  const booked = ledger.reduce((sum, entry) => addUsage(sum, entry.usage), NO_USAGE);
  const steps = new Set([...ledger.map(({ step }) => stepOf(step)), ...requests.map(taskStep)]);
  // An attempt that lost its lease may have reserved for what it never sent, and given it back.
  const sent = ledger.filter(
    ({ outcome, usage: { costMicroUsd } }) => outcome !== 'aborted' || costMicroUsd > 0,
  );
  return [
    ...[...steps].flatMap((step) => {
      const entries = sent.filter((entry) => stepOf(entry.step) === step).length;
      const asked = requests.filter((request) => taskStep(request) === step).length;
      return entries === asked ? [] : [`${step}: ${entries} in the ledger, ${asked} at Gemini`];
    }),
    ...(usage.modelCalls < requests.length
      ? [`${usage.modelCalls} calls are booked of ${requests.length}`]
      : []),
    ...USAGE_KINDS.filter((kind) => kind !== 'searches' && usage[kind] < booked[kind]).map(
      (kind) => `${usage[kind]} ${kind} are booked, the ledger says ${booked[kind]}`,
    ),
    // What was under way counts at the most that it can have cost.
    ...ledger.flatMap(({ step, settledAt, usage: { costMicroUsd } }) => {
      if (settledAt !== undefined) return [];
      const costs = undisturbed.ledger.filter((entry) => entry.step === step);
      const least = Math.min(...costs.map((entry) => entry.usage.costMicroUsd));
      return costMicroUsd < least ? [`${step} is booked for ${costMicroUsd}, not ${least}`] : [];
    }),
  ];
}

/** Interim results of a version are cleared away some time after it; its own are still there. */
function lasting({ artifacts, key }: Pick<SeenRun, 'artifacts' | 'key'>): SeenRun['artifacts'] {
  const isInterim = /^\d+\.(?:search|step)\./;
  return Object.fromEntries(
    Object.entries(artifacts).filter(
      ([name]) => name.startsWith(`${key.version}.`) || !isInterim.test(name),
    ),
  );
}

function asked({ body, model }: SeenRequest): string {
  return JSON.stringify([model, body]);
}

/** `search.g3` -> `search`: which group it was is told by the request only. */
function stepOf(step: string): string {
  if (step.startsWith('search.')) return 'search';
  return step.startsWith('write.chapter.') ? 'write.chapter' : step;
}

function taskStep({ task }: SeenRequest): string {
  if (task === 'plan-follow-up') return 'plan';
  if (task === 'outline' || task === 'closing') return `write.${task}`;
  return task.includes('chapter') ? 'write.chapter' : task;
}
