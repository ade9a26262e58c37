import type { GroupFindings, SourceLocation, StageProgress } from '@dossier/contracts';

/** Counts what a search stage has done, and tells it after each group. */
export class SearchProgress {
  readonly #total: number;
  readonly #tell: (progress: StageProgress) => void;
  readonly #sources = new Set<string>();
  #done = 0;

  constructor(total: number, tell: (progress: StageProgress) => void) {
    this.#total = total;
    this.#tell = tell;
    this.#say();
  }

  /** One group is over, well or not. */
  over(findings: GroupFindings | undefined): void {
    this.#done += 1;
    for (const { location } of findings?.sources ?? []) this.#sources.add(placeOf(location));
    this.#say();
  }

  #say(): void {
    this.#tell({ done: this.#done, total: this.#total, sources: this.#sources.size });
  }
}

function placeOf(location: SourceLocation): string {
  return location.kind === 'file' ? location.path : location.url;
}
