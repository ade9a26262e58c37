import type { StageEvent } from '@dossier/workspace';
import { buildMachine, type Machine, type Surroundings } from './machine.ts';
import { SimulatedProcess } from './simulated-process.ts';

/** One that dies or freezes, and one that takes over; both sweep. */
const MACHINES = ['A', 'B'] as const;
/** A new process is there this long after it was asked for, at best. */
const BOOT_MS = 50;

/** The machines that run the product. Whichever dies is started again, with an empty memory. */
export class Cluster {
  readonly #around: Surroundings;
  readonly #onEvent: (event: StageEvent, process: SimulatedProcess) => void;
  readonly #running = new Map<string, Machine>();
  #starts = 0;

  constructor(
    around: Surroundings,
    onEvent: (event: StageEvent, process: SimulatedProcess) => void,
  ) {
    this.#around = around;
    this.#onEvent = onEvent;
    for (const name of MACHINES) this.#startLater(name, 0);
  }

  /** A machine that can be reached, if there is one. */
  anyone(chance: number): Machine | undefined {
    const alive = [...this.#running.values()].filter(({ process }) => process.alive);
    return alive[Math.floor(chance * alive.length)];
  }

  #startLater(name: string, afterMs: number): void {
    this.#around.world.after(BOOT_MS + afterMs, () => this.#start(name));
  }

  async #start(name: string): Promise<void> {
    const { world } = this.#around;
    this.#starts += 1;
    const process = new SimulatedProcess(world, `${name}${this.#starts}`, (downMs) =>
      this.#startLater(name, downMs),
    );
    const machine = await buildMachine(process, this.#around, (event) => {
      if (process.alive) this.#onEvent(event, process);
    });
    this.#running.set(name, machine);
    world.note(`${process.name} starts`);
    machine.start().catch((error: unknown) => world.breach(`start failed: ${String(error)}`));
  }
}
