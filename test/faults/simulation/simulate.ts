import {
  isEnded,
  runIdOf,
  STAGE_NAMES,
  type RunKey,
  type StageCommand,
  type Workspace,
} from '@dossier/contracts';
import type { ObservedRun } from '../invariants.ts';
import { ackedTooEarly, brokenWrite } from '../write-invariants.ts';
import { Cluster } from './cluster.ts';
import type { Surroundings } from './machine.ts';
import { brokenDescent, LAST_ATTEMPT, observeRun } from './observe-run.ts';
import { PubSubServer, type PublishedMessage } from './pubsub-server.ts';
import type { Schedule } from './schedule.ts';
import { StoredObjects } from './simulated-bucket.ts';
import { SimulatedLine } from './simulated-line.ts';
import { PaidCalls, type Mishap } from './simulated-provider.ts';
import { StageWatch } from './stage-watch.ts';
import { StoredDocuments } from './stored-documents.ts';
import { publishStrays } from './strays.ts';
import { Webhooks, type Question } from './webhooks.ts';
import { World, type Damage } from './world.ts';

/** What happens in a world beside its schedule, disturbed or not. */
export interface Plot {
  /** Runs under way at once, each asked by another person. */
  readonly runs: number;
  /** What the provider does wrong. */
  readonly mishaps: readonly Mishap[];
  /** Whether somebody publishes what no worker should act on. */
  readonly strays?: boolean;
  /** Whether Pub/Sub gives every command to another worker too, while the first still works on it. */
  readonly impatient?: boolean;
}

/** The end of a world. */
export interface Simulated {
  readonly runs: readonly ObservedRun[];
  readonly damage: Damage;
  /** What was seen to be wrong on the way, beside what the end shows. */
  readonly breaches: readonly string[];
  /** Why each dead letter died, as the product says. */
  readonly deadLetterReasons: readonly string[];
  readonly trace: readonly string[];
  readonly operations: number;
}

/** No world needs more; one that does is going in circles. */
const MAX_STEPS = 60_000;

/** Lets the product live through a schedule until nothing goes on any more, and looks at what is left. */
export async function simulate(schedule: Schedule, plot: Plot): Promise<Simulated> {
  const world = new World(schedule);
  const watch = new StageWatch(world);
  const documents = new StoredDocuments(
    () => world.now,
    ({ kind, path, before, after, by }) => {
      const kept = /^workspaces\/[^/]+\/(artifacts|audit)\//.test(path);
      if (kept && kind !== 'create')
        world.breach(`${path} was written so that it may replace another`);
      if (!/^workspaces\/[^/]+$/.test(path)) return;
      // Only the product's store writes these documents.
      const [was, is] = [before, after] as unknown as [Workspace | undefined, Workspace];
      for (const breach of brokenWrite(was, is, world.timings)) world.breach(breach);
      watch.written(was, is, by);
    },
  );
  const readWorkspace = (runId: string): Workspace | undefined =>
    documents.peek(`workspaces/${runId}`) as Workspace | undefined;
  const onAck = (message: PublishedMessage): void => {
    const early = message.topic.endsWith('.dead')
      ? forgottenDeadLetter(message, documents)
      : vanishedCommand(message, pubsub, readWorkspace);
    if (early !== undefined) world.breach(early);
  };
  const pubsub = new PubSubServer(world, { impatient: plot.impatient === true, onAck });
  const around: Surroundings = {
    world,
    profile: schedule.profile,
    documents,
    objects: new StoredObjects(),
    pubsub,
    line: new SimulatedLine(),
    paid: new PaidCalls(plot.mishaps),
  };
  const cluster = new Cluster(around, (event, process) => watch.observed(event, process));
  const webhooks = new Webhooks(world, cluster);
  const asked = Array.from({ length: plot.runs }, (_, index): [RunKey, Question] => {
    const question = questionNumber(index);
    world.after(1_000 + index * 500, () => webhooks.send(question));
    return [{ runId: runIdOf(question.webhookEventId), version: 1 }, question];
  });
  const keys = asked.map(([key]) => key);
  if (plot.strays === true) publishStrays(world, pubsub, keys);

  const realFetch = globalThis.fetch;
  globalThis.fetch = around.line.fetch;
  try {
    await liveUntilQuiet(
      world,
      () => keys.every(({ runId }) => isAtRest(readWorkspace(runId))) && pubsub.unsettled === 0,
    );
  } finally {
    globalThis.fetch = realFetch;
  }
  return {
    runs: asked.map(([key, question]) => observeRun(key, question, around)),
    damage: world.damage,
    breaches: [
      ...world.breaches,
      ...watch.breaches(keys, readWorkspace),
      ...asked.flatMap(([key, question]) => brokenDescent(key, question, around)),
    ],
    deadLetterReasons: pubsub.published
      .filter(({ topic }) => topic.endsWith('.dead'))
      .map(({ attributes }) => attributes['deadLetterReason'] ?? 'attempts-exhausted')
      .map((reason) => reason.replace(LAST_ATTEMPT, 'NO-ATTEMPT-LEFT')),
    trace: world.trace,
    operations: world.operations,
  };
}

/** A command may be acked once its effect is in the workspace, or its body on the dead-letter topic. */
function vanishedCommand(
  { id, data }: PublishedMessage,
  { published }: PubSubServer,
  readWorkspace: (runId: string) => Workspace | undefined,
): string | undefined {
  if (published.some(({ attributes }) => attributes['deadLetterMessageId'] === id))
    return undefined;
  const command = JSON.parse(Buffer.from(data).toString('utf8')) as StageCommand;
  return ackedTooEarly(readWorkspace(command.runId), command);
}

/** A dead letter may be acked once it stands in the archive. */
function forgottenDeadLetter(
  { id, attributes }: PublishedMessage,
  documents: StoredDocuments,
): string | undefined {
  const known = documents
    .pathsIn('deadLetters')
    .map((path) => String(documents.peek(path)?.['messageId']));
  return known.includes(id) || known.includes(attributes['deadLetterMessageId'] ?? '')
    ? undefined
    : `dead letter ${id} was acked before it was recorded`;
}

/** Quiet has to last: whoever is frozen still wakes, and whoever sweeps still looks. */
async function liveUntilQuiet(world: World, isQuiet: () => boolean): Promise<void> {
  const { stages, global } = world.timings;
  const quietMs = 5 * stages.plan.leaseTtlMs + 2 * global.sweepEveryMs;
  let quietSince: number | undefined;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (!(await world.step())) return;
    if (!isQuiet()) quietSince = undefined;
    else {
      quietSince ??= world.now;
      if (world.now - quietSince > quietMs) return;
    }
  }
  world.breach('the world never came to rest');
}

/** Ended, or waiting for a person. */
function isAtRest(workspace: Workspace | undefined): boolean {
  const version = workspace?.versions[String(workspace.version)];
  if (workspace === undefined || version === undefined) return false;
  if (STAGE_NAMES.some((name) => version.stages[name]?.status === 'needs_human')) return true;
  return isEnded(version.status) && workspace.wakeAt === undefined;
}

function questionNumber(index: number): Question {
  return {
    webhookEventId: `01SIMULATED${String(index).padStart(15, '0')}`,
    userId: `U${String(index).padStart(32, '0')}`,
    text: `青嶼港渡輪改用電力以後的變化（第${'甲乙丙丁'.charAt(index)}問）`,
  };
}
