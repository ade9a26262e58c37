import { Injectable } from '@nestjs/common';
import type { ArtifactName, Artifacts } from '@dossier/contracts';
import type { ChapterChoice } from '@dossier/line';
import { UnreadableArtifact, WorkspaceStore } from '@dossier/workspace';
import type { Target } from '../decisions/situation.ts';

/** Reads what is published of a version. Artifacts never change, so no transaction is needed. */
@Injectable()
export class ChapterReader {
  constructor(private readonly workspaces: WorkspaceStore) {}

  /**
   * The chapters that a follow-up may name, numbered as the report's table of contents counts; undefined
   * when what says it is gone or cannot be read any more.
   */
  async read(target: Target): Promise<readonly ChapterChoice[] | undefined> {
    const { chapters } = (await this.#artifact(target, 'publication')) ?? {};
    if (chapters !== undefined) {
      return chapters
        .filter(({ deepenable }) => deepenable)
        .map(({ number, heading }) => ({ number, heading }));
    }
    // Published by an older release: the report itself says it.
    const report = await this.#artifact(target, 'report');
    return report?.chapters.flatMap(({ kind, heading }, index) =>
      kind === 'theme' ? [{ number: index + 1, heading }] : [],
    );
  }

  async #artifact<N extends ArtifactName>(
    { key, version }: Target,
    name: N,
  ): Promise<Artifacts[N] | undefined> {
    const standsIn = version.carried?.[name] ?? key.version;
    try {
      return await this.workspaces.readArtifact({ runId: key.runId, version: standsIn }, name);
    } catch (error) {
      if (error instanceof UnreadableArtifact) return undefined;
      throw error;
    }
  }
}
