import { status } from '@grpc/grpc-js';
import { PIPELINE, STAGE_NAMES, type StageName } from '@dossier/contracts';
import type { SeenCommit, Traffic } from '../proxy/traffic.ts';
import type { CountedStage, Counts, PerStage } from '../result.ts';

const COUNTED: readonly CountedStage[] = ['open', ...STAGE_NAMES];

/** Sorts what the proxies saw by stage, for one run. */
export function countsOf(traffic: Traffic, runs: number): Counts {
  const applied = traffic.commits.filter(({ call }) => call.code === status.OK);
  const commits = applied.map((commit) => ({ ...commit, owner: ownerOf(commit) }));
  const per = (count: (stage: CountedStage) => number): PerStage => perStage(count, runs);
  const of = (stage: CountedStage, transaction: boolean) =>
    commits.filter((each) => each.owner === stage && each.transaction === transaction);
  const writes = (list: readonly SeenCommit[]): number =>
    list.reduce((sum, { documents }) => sum + documents.length, 0);
  const owned = (owner: string): number =>
    commits.filter((each) => each.owner === owner).length / runs;
  const published = traffic.publishes.filter(({ call }) => call.code === status.OK);
  return {
    runs,
    transactions: per((stage) => of(stage, true).length),
    documentWrites: per((stage) => writes(of(stage, true))),
    checkpointWrites: per((stage) => writes(of(stage, false))),
    publishes: per((stage) => published.filter((each) => publisherOf(each.stage) === stage).length),
    readCalls: traffic.reads.length / runs,
    documentsRead: traffic.reads.reduce((sum, each) => sum + each.documents.length, 0) / runs,
    besides: {
      heartbeats: owned('heartbeat'),
      sweeps: owned('sweep'),
      refusedCommits: (traffic.commits.length - applied.length) / runs,
      emptyCommits: owned('empty'),
      otherCommits: owned('other'),
      otherPublishes: published.filter(({ stage }) => stage === undefined).length / runs,
    },
  };
}

/**
 * Whose commit it was. Its audit entry names the stage; a write outside transactions is named by its document. A
 * transaction that writes the workspace alone renews a lease: every other change is audited.
 */
function ownerOf({ events, documents, transaction }: SeenCommit): string {
  const [event] = events;
  if (event === 'run.opened') return 'open';
  if (event?.endsWith('.requested-again') === true) return 'sweep';
  const stage = STAGE_NAMES.find((name) => event?.startsWith(`${name}.`));
  if (stage !== undefined) return stage;
  const [document] = documents;
  if (document === undefined) return 'empty';
  if (/\/artifacts\/\d+\.search\.\d+$/.test(document)) return 'search';
  // Which version the bot's answer speaks of, so that quoting it names it.
  if (!transaction && document.startsWith('lineMessages/')) return 'open';
  const workspaceOnly = documents.length === 1 && /^workspaces\/[^/]+$/.test(document);
  return transaction && workspaceOnly ? 'heartbeat' : 'other';
}

/** A stage's command is published by whoever comes before it in the pipeline. */
function publisherOf(stage: StageName | undefined): CountedStage | undefined {
  if (stage === undefined) return undefined;
  return STAGE_NAMES.find((name) => PIPELINE[name].next === stage) ?? 'open';
}

function perStage(count: (stage: CountedStage) => number, runs: number): PerStage {
  const entries = COUNTED.map((stage) => [stage, count(stage) / runs] as const);
  // Every name of the type is in COUNTED.
  return Object.fromEntries(entries) as PerStage;
}
