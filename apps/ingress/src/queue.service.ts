import { Inject, Injectable } from '@nestjs/common';
import { runIdOf, type Clock, type Ids, type StageCommand, type Timings } from '@dossier/contracts';
import { PubSubCommandPublisher } from '@dossier/messaging';
import { CLOCK, IDS, LOGGER, TIMINGS } from '@dossier/platform';
import type { Logger } from 'pino';
import { withQueue } from './conversation/conversation.ts';
import type { Decision } from './decisions/decision.ts';
import { nextFromQueue } from './decisions/queue-head.ts';
import { runningIn, type Situation } from './decisions/situation.ts';
import { EventStore } from './events/event-store.ts';
import { WorkspaceDrafts } from './events/workspace-drafts.ts';

/** Queues looked at in one go; the next sweep goes on. */
const MOST_AT_ONCE = 50;

/**
 * Begins what waits in the conversations' queues once nothing is under way there. Called by the sweep:
 * that a run ended is known to no process of the ingress.
 */
@Injectable()
export class QueueService {
  constructor(
    private readonly store: EventStore,
    private readonly publisher: PubSubCommandPublisher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One conversation's failure does not stop the others; it stays due. `stop` ends it between two.
   * @returns how many runs began.
   */
  async beginDue(stop: AbortSignal): Promise<number> {
    let begun = 0;
    if (stop.aborted) return begun;
    for (const id of await this.store.queuesDue(this.clock.now(), MOST_AT_ONCE)) {
      if (stop.aborted) break;
      try {
        const commands = await this.#beginOne(id);
        await Promise.all(commands.map((command) => this.publisher.publish(command)));
        begun += commands.length;
      } catch (error) {
        this.logger.warn({ err: error }, 'queue not looked at, or its command not published yet');
      }
    }
    return begun;
  }

  #beginOne(conversationId: string): Promise<readonly StageCommand[]> {
    return this.store.transaction(async (transaction) => {
      const conversation = await this.store.readConversation(transaction, conversationId);
      const [head] = conversation.queue;
      if (head === undefined) return [];
      const named = conversation.queue.flatMap(({ id, what }) =>
        what.kind === 'follow-up' ? [what.runId] : [id],
      );
      const runIds = [...conversation.openRunIds, ...named];
      const situation: Situation = {
        now: this.clock.now(),
        timings: this.timings,
        limits: {},
        ownRunId: runIdOf(this.ids.next()),
        requester: head.requester,
        conversation,
        workspaces: await this.store.readWorkspaces(transaction, runIds),
        begunToday: { user: 0, group: 0 },
      };
      const decision = this.#decide(situation);
      const drafts = new WorkspaceDrafts(situation.workspaces);
      drafts.apply(decision.changes ?? []);
      const changes = drafts.changes();
      this.store.write(transaction, conversationId, { ...decision, changes });
      return decision.commands ?? [];
    });
  }

  #decide(situation: Situation): Decision {
    const { conversation, now, timings } = situation;
    if (runningIn(situation) === undefined) return nextFromQueue(situation);
    const again = new Date(now.getTime() + timings.global.sweepEveryMs);
    return { conversation: withQueue(conversation, conversation.queue, again) };
  }
}
