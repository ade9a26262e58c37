import type { StageProgress } from '@dossier/contracts';

/** The newest word of a stage about how far it has come, on its way to the workspace. */
export class ProgressNews {
  #newest: StageProgress | undefined;
  #written: StageProgress | undefined;
  #wake: () => void = () => undefined;

  /** Undefined when the stage never said anything. */
  get newest(): StageProgress | undefined {
    return this.#newest;
  }

  tell(progress: StageProgress): void {
    this.#newest = progress;
    this.#wake();
  }

  written(progress: StageProgress | undefined): void {
    this.#written = progress;
  }

  /** Aborts as soon as there is a word that was not written yet. */
  unwritten(): AbortSignal {
    const told = new AbortController();
    this.#wake = () => told.abort();
    if (this.#newest !== this.#written) told.abort();
    return told.signal;
  }
}
