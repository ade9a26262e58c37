import { Inject, Injectable } from '@nestjs/common';
import type { Clock, RunId, RunKey, Workspace } from '@dossier/contracts';
import { composeAnswer, type LineMessage } from '@dossier/line';
import { CLOCK, LOGGER } from '@dossier/platform';
import { decideTakeBack, WorkspaceStore } from '@dossier/workspace';
import type { Logger } from 'pino';
import { AnswerService } from './answer.service.ts';

/** Messages that speak of one version. */
export interface Told {
  /** Undefined when they speak of none. */
  readonly run: RunKey | undefined;
  readonly messages: readonly LineMessage[];
}

/** The end of one version, as a reply hands it over. */
export type HandedOver = Told & { readonly run: RunKey };

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
   * As many ends as there is room for; the others are taken back at once.
   * @param room messages that the reply can hold beside its answer.
   */
  async compose(
    marked: readonly { readonly key: RunKey; readonly workspace: Workspace }[],
    room: number,
  ): Promise<HandedOver[]> {
    const given: HandedOver[] = [];
    const left: RunKey[] = [];
    let free = room;
    for (const { key, workspace } of marked) {
      const messages = await this.#messagesOf(key, workspace);
      if (messages === undefined || messages.length > free) left.push(key);
      else {
        given.push({ run: key, messages });
        free -= messages.length;
      }
    }
    await this.takeBack(left);
    return given;
  }

  /** Undefined for an end that cannot be read now: it must not silence the answer beside it. */
  async #messagesOf(key: RunKey, workspace: Workspace): Promise<LineMessage[] | undefined> {
    try {
      return composeAnswer(await this.answers.endOf(key, workspace));
    } catch (error) {
      this.logger.error({ ...key, err: error }, 'end of a version not readable; it waits');
      return undefined;
    }
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
