import { eventually } from '../../support/eventually.ts';
import type { FaultCloud, Lane, PlannedRun } from '../fault-cloud.kit.ts';
import { PROVIDER_FAILURES, type Plot } from './crash-points.ts';
import type { FaultWorker, StandbyWorkers, WorkerStart } from './fault-workers.kit.ts';
import type { Aim } from './worker-messages.ts';

const PATIENCE = { withinMs: 120_000, everyMs: 200 };

/** A run to come, and where it dies: of its first process at the first point, of its next at the second. */
export interface Doom {
  readonly plot: Plot;
  readonly points: readonly string[];
}

/** A run and what became of its processes. */
export interface CrashedRun extends Doom {
  readonly run: PlannedRun;
  /** Points at which its process died. Not all of its points: a repeated attempt may not come by. */
  readonly struck: string[];
  /** Processes that died while it was under way, wherever it was. */
  crashes: number;
  /** Attempts that lost their lease without a crash: the machine was too busy to renew it. */
  stale: number;
  ended: boolean;
}

/** One after another, the processes that work in a lane and die there. */
export class CrashLane {
  readonly lane: Lane;
  readonly searchesAtOnce: number;
  readonly #cloud: FaultCloud;
  readonly #standby: StandbyWorkers;
  readonly #workers: FaultWorker[] = [];

  constructor(
    cloud: FaultCloud,
    name: string,
    options: { standby: StandbyWorkers; searchesAtOnce: number },
  ) {
    this.lane = cloud.lane(name);
    this.searchesAtOnce = options.searchesAtOnce;
    this.#cloud = cloud;
    this.#standby = options.standby;
  }

  /** Starts the next process; the one before must be dead. */
  async startWorker(how: Pick<WorkerStart, 'aims' | 'record'> = {}): Promise<FaultWorker> {
    const environment = {
      ...this.lane.environment,
      DOSSIER_SEARCH_CONCURRENCY: String(this.searchesAtOnce),
    };
    const worker = this.#standby.take();
    this.#workers.push(worker);
    await worker.go({ environment, providerUrl: this.#cloud.provider.url, ...how });
    return worker;
  }

  /** Runs that nobody is to kill, from their webhook to their end. */
  async undisturbed(plots: readonly Plot[]): Promise<CrashedRun[]> {
    const runs = plots.map((plot) => this.#newRun({ plot, points: [] }));
    await this.#ask(runs);
    await this.#endOf(runs);
    return runs;
  }

  /**
   * Lets runs begin together, kills the process when all are at their first points, and so on with the
   * next process and points, until all have ended.
   */
  async crash(dooms: readonly Doom[]): Promise<CrashedRun[]> {
    const runs = dooms.map((doom) => this.#newRun(doom));
    const rounds = Math.max(...dooms.map(({ points }) => points.length));
    if (this.#worker?.isRunning !== true) await this.startWorker();
    let aims = aimsOf(runs, 0);
    this.#worker?.aim(aims);
    const asked = this.#ask(runs);
    for (let round = 0; round < rounds; round += 1) {
      if (aims.length > 0) this.#standby.prepare();
      const worker = await this.#deathOf(runs, aims);
      aims = aimsOf(runs, round + 1);
      if (worker.isRunning) worker.aim(aims);
      else await this.startWorker({ aims });
    }
    await asked;
    await this.#endOf(runs);
    return runs;
  }

  async close(): Promise<void> {
    await this.#worker?.kill();
    await this.lane.close();
  }

  get #worker(): FaultWorker | undefined {
    return this.#workers.at(-1);
  }

  async #endOf(runs: readonly CrashedRun[]): Promise<void> {
    const allEnded = async (): Promise<boolean> => {
      await this.#noteEnds(runs);
      const worker = this.#worker;
      if (worker?.isRunning === false) throw new Error(`worker died unasked:\n${worker.output}`);
      return runs.every(({ ended }) => ended);
    };
    try {
      await eventually('the end of all runs', allEnded, PATIENCE);
    } catch (error) {
      // The first that has not ended says what it waits for.
      for (const { run } of runs) await this.lane.endOf(run, 0);
      throw error;
    }
    for (const each of runs) {
      const { runId } = each.run.key;
      each.stale = this.#workers.reduce((sum, worker) => sum + worker.staleAttemptsOf(runId), 0);
    }
  }

  /** Waits for the death of the process, or until no run can bring it any more. */
  async #deathOf(runs: readonly CrashedRun[], aims: readonly Aim[]): Promise<FaultWorker> {
    const worker = this.#worker;
    if (worker === undefined) throw new Error('nobody works in this lane');
    const deadOrNeedless = async (): Promise<boolean> => {
      if (!worker.isRunning) return true;
      for (const { run } of await this.#noteEnds(runs)) worker.forget(run.key.runId);
      return aims.every(({ runId }) => worker.hasForgotten(runId));
    };
    const points = aims.map(({ point }) => point).join(' ');
    await eventually(`death at ${points}`, deadOrNeedless, PATIENCE);
    if (worker.isRunning) return worker;
    if (worker.struck.length === 0) throw new Error(`worker died unasked:\n${worker.output}`);
    for (const each of runs) {
      if (!each.ended) each.crashes += 1;
      const aim = aims.find(({ runId }) => runId === each.run.key.runId);
      if (aim !== undefined && worker.struck.includes(aim.runId)) each.struck.push(aim.point);
    }
    return worker;
  }

  /** @returns those that have ended since the last look. */
  async #noteEnds(runs: readonly CrashedRun[]): Promise<CrashedRun[]> {
    const open = runs.filter(({ ended }) => !ended);
    const ended = new Set(await this.lane.endedOf(open.map(({ run }) => run)));
    const news = open.filter(({ run }) => ended.has(run));
    for (const each of news) each.ended = true;
    return news;
  }

  #newRun(doom: Doom): CrashedRun {
    const run = this.#cloud.nextRun();
    for (const [call, status] of PROVIDER_FAILURES[doom.plot]) {
      this.#cloud.provider.failNext(run.question, call, status);
    }
    return { ...doom, run, struck: [], crashes: 0, stale: 0, ended: false };
  }

  async #ask(runs: readonly CrashedRun[]): Promise<void> {
    const url = (): string | undefined => this.#worker?.url;
    const { withinMs } = PATIENCE;
    await Promise.all(runs.map(({ run }) => this.lane.ask(run, url, withinMs)));
  }
}

function aimsOf(runs: readonly CrashedRun[], round: number): Aim[] {
  return runs
    .filter(({ ended }) => !ended)
    .flatMap(({ run, points }) => {
      const point = points[round];
      return point === undefined ? [] : [{ runId: run.key.runId, point }];
    });
}
