import type { StageEvent } from '@dossier/workspace';
import { eventually } from '../../support/eventually.ts';
import { FaultCloud, type Lane, type PlannedRun } from '../fault-cloud.kit.ts';
import type { ObservedRun } from '../invariants.ts';
import { startPaidServices, type PaidServicesOptions } from '../paid-services.kit.ts';
import type { SeededFaults } from './seeded-faults.ts';
import { startProxy, type WireProxy } from './start-proxy.ts';

/** After the last fault: a lost ack is delivered again 10 s later, Pub/Sub's shortest deadline. */
const QUIET_WITHIN_MS = 60_000;
const ACCEPTED_WITHIN_MS = 120_000;
const ASKED_AT_ONCE = 8;

/** Services in this process that reach their cloud through a proxy per protocol. */
export class ProxiedServices {
  /** What the stages did, in order. */
  readonly events: readonly StageEvent[];

  private constructor(
    readonly cloud: FaultCloud,
    readonly lane: Lane,
    readonly pubsub: WireProxy,
    readonly firestore: WireProxy,
    private readonly services: Awaited<ReturnType<typeof startPaidServices>>,
    events: readonly StageEvent[],
  ) {
    this.events = events;
  }

  static async start(
    cloud: FaultCloud,
    project: string,
    options: Omit<PaidServicesOptions, 'observe'> = {},
  ): Promise<ProxiedServices> {
    const lane = cloud.lane(project);
    const pubsub = await startProxy('pubsub', cloud.hosts.pubsub);
    const firestore = await startProxy('firestore', cloud.hosts.firestore);
    const environment = {
      ...lane.environment,
      PUBSUB_EMULATOR_HOST: pubsub.address,
      FIRESTORE_EMULATOR_HOST: firestore.address,
    };
    const events: StageEvent[] = [];
    const services = await startPaidServices(environment, cloud.provider.url, {
      ...options,
      observe: (event) => events.push(event),
    });
    return new ProxiedServices(cloud, lane, pubsub, firestore, services, events);
  }

  /** A run with nothing in its way: what the others must end like. */
  async undisturbedRun(): Promise<ObservedRun> {
    const run = this.cloud.nextRun();
    await this.ask([run]);
    await this.quiet([run]);
    return this.lane.observe(run);
  }

  /** From now on both proxies do what the seed says. */
  disturb(faults: SeededFaults): void {
    this.pubsub.plan = faults.planFor('pubsub');
    this.firestore.plan = faults.planFor('firestore');
    this.pubsub.resetStreams();
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.pubsub.plan = {};
    this.firestore.plan = {};
  }

  /**
   * Asks for the runs, as LINE does: again until each webhook is accepted. A few at once: a webhook has
   * less than 2 s, and all of them together would only measure the machine.
   */
  async ask(runs: readonly PlannedRun[]): Promise<void> {
    const waiting = [...runs];
    const askOneByOne = async (): Promise<void> => {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
        await this.lane.ask(run, () => this.services.url, ACCEPTED_WITHIN_MS);
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askOneByOne));
  }

  /** Waits until every run has ended. */
  async ends(runs: readonly PlannedRun[], withinMs = 180_000): Promise<void> {
    await Promise.all(runs.map((run) => this.lane.endOf(run, withinMs)));
  }

  /** Ends the faults and waits until everything that they left behind has been delivered and settled. */
  async quiet(runs: readonly PlannedRun[]): Promise<void> {
    this.calm();
    await this.ends(runs);
    const project = this.lane.environment['GOOGLE_CLOUD_PROJECT'] ?? '';
    await eventually('every delivery settled', () => this.cloud.unacknowledged(project) === 0, {
      withinMs: QUIET_WITHIN_MS,
    });
  }

  async close(): Promise<void> {
    this.calm();
    await this.services.close();
    await this.lane.close();
    await this.pubsub.close();
    await this.firestore.close();
  }
}
