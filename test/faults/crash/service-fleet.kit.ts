import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import type { FaultWorker, StandbyWorkers, WorkerStart } from './fault-workers.kit.ts';

/** The six services as six processes; whoever is killed is replaced at once, as a platform would. */
export class ServiceFleet {
  readonly #standby: StandbyWorkers;
  readonly #how: WorkerStart;
  readonly #working = new Map<ServiceName, FaultWorker>();
  readonly #starting = new Set<Promise<void>>();
  #kills = 0;

  private constructor(standby: StandbyWorkers, how: WorkerStart) {
    this.#standby = standby;
    this.#how = how;
  }

  static async start(standby: StandbyWorkers, how: WorkerStart): Promise<ServiceFleet> {
    const fleet = new ServiceFleet(standby, how);
    for (const name of SERVICE_NAMES) {
      fleet.#start(name);
      await fleet.settled();
    }
    return fleet;
  }

  /** Where the ingress listens; undefined while it is down. */
  get ingressUrl(): string | undefined {
    return this.#working.get('ingress')?.url;
  }

  get kills(): number {
    return this.#kills;
  }

  /** kill -9 in whatever it does, also when it is only starting. */
  async kill(name: ServiceName): Promise<void> {
    const worker = this.#working.get(name);
    if (worker === undefined) throw new Error(`${name} was never started`);
    this.#assertAlive(name, worker);
    this.#kills += 1;
    await worker.kill();
    this.#start(name);
  }

  /** Resolves when nobody is starting. */
  async settled(): Promise<void> {
    await Promise.all(this.#starting);
    for (const [name, worker] of this.#working) this.#assertAlive(name, worker);
  }

  #start(name: ServiceName): void {
    const worker = this.#standby.take();
    this.#standby.prepare();
    this.#working.set(name, worker);
    const started = worker.go({ ...this.#how, services: [name] });
    this.#starting.add(started);
    const forget = (): unknown => this.#starting.delete(started);
    // A start that fails stays, for whoever waits for it.
    started.then(forget, () => undefined);
  }

  /** Nobody ends but by a kill. */
  #assertAlive(name: ServiceName, worker: FaultWorker): void {
    if (!worker.isRunning) throw new Error(`${name} died by itself:\n${worker.output}`);
  }
}
