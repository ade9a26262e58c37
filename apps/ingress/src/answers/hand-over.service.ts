import { Inject, Injectable } from '@nestjs/common';
import type { Clock, RunId, RunKey, Workspace } from '@dossier/contracts';
import { composeAnswer, type LineMessage } from '@dossier/line';
import { CLOCK, LOGGER } from '@dossier/platform';
import { decideTakeBack, WorkspaceStore } from '@dossier/workspace';
import type { Logger } from 'pino';
import { AnswerService } from './answer.service.ts';

/** The ends of versions that one reply hands over, and those for which it has no room. */
export interface HandOver {
  readonly messages: readonly LineMessage[];
  readonly given: readonly RunKey[];
}

/**
 * Hands over what could not be pushed, on the reply token of the person's next event. It is marked as
 * handed over before the reply, so that two events cannot both show it, and taken back when the reply
 * was certainly refused.
 */
@Injectable()
export class HandOverService {
  constructor(
    private readonly answers: AnswerService,
    private readonly workspaces: WorkspaceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The messages for as many ends as there is room for; the others are taken back at once.
   * @param room messages that the reply can hold beside its answer.
   */
  async compose(
    marked: readonly { readonly key: RunKey; readonly workspace: Workspace }[],
    room: number,
  ): Promise<HandOver> {
    const messages: LineMessage[] = [];
    const given: RunKey[] = [];
    const left: RunKey[] = [];
    try {
      for (const { key, workspace } of marked) {
        const end = composeAnswer(await this.answers.endOf(key, workspace));
        if (messages.length + end.length > room) left.push(key);
        else {
          messages.push(...end);
          given.push(key);
        }
      }
    } catch (error) {
      await this.takeBack(marked.map(({ key }) => key));
      throw error;
    }
    await this.takeBack(left);
    return { messages, given };
  }

  /** Lets ends wait for the next event again. Never rejects: the person can still ask for them. */
  async takeBack(keys: readonly RunKey[]): Promise<void> {
    const byRun = Map.groupBy(keys, ({ runId }) => runId);
    for (const [runId, ends] of byRun) {
      await this.#takeBack(
        runId,
        ends.map(({ version }) => version),
      );
    }
  }

  async #takeBack(runId: RunId, versions: readonly number[]): Promise<void> {
    try {
      await this.workspaces.change(runId, (workspace) =>
        workspace === undefined
          ? { result: undefined }
          : decideTakeBack(workspace, versions, this.clock.now()),
      );
    } catch (error) {
      this.logger.error(
        { runId, err: error },
        'end of a version neither handed over nor taken back',
      );
    }
  }
}
