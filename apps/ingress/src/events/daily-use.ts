import { Firestore, type DocumentReference, type Transaction } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock, Requester } from '@dossier/contracts';
import { CLOCK, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import { isGroup } from '../decisions/decide-text.ts';
import type { Situation } from '../decisions/situation.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
type Use = Situation['begunToday'];

/** Versions begun per person and per group on each UTC day. Without limits nothing is read or written. */
@Injectable()
export class DailyUse {
  constructor(
    private readonly firestore: Firestore,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** How much was begun today, inside the transaction that may begin more. */
  async read(transaction: Transaction, requester: Requester): Promise<Use> {
    const { user, group } = this.#counters(requester);
    const count = async (counter: DocumentReference | undefined): Promise<number> =>
      counter === undefined ? 0 : Number((await transaction.get(counter)).get('begun') ?? 0);
    const [byUser, inGroup] = await Promise.all([count(user), count(group)]);
    return { user: byUser, group: inGroup };
  }

  /** Counts one more than was read in the same transaction. */
  write(transaction: Transaction, requester: Requester, use: Use): void {
    const expireAt = new Date(this.clock.now().getTime() + 2 * DAY_MS).toISOString();
    const { user, group } = this.#counters(requester);
    if (user !== undefined) transaction.set(user, { begun: use.user + 1, expireAt });
    if (group !== undefined) transaction.set(group, { begun: use.group + 1, expireAt });
  }

  #counters({ conversationId, userId }: Requester): {
    user: DocumentReference | undefined;
    group: DocumentReference | undefined;
  } {
    const { DOSSIER_DAILY_RUNS_PER_USER: perUser, DOSSIER_DAILY_RUNS_PER_GROUP: perGroup } =
      this.settings;
    const day = this.clock.now().toISOString().slice(0, 10);
    const counter = (subject: string): DocumentReference =>
      this.firestore.collection('dailyUse').doc(`${day}.${subject}`);
    const byGroup = perGroup !== undefined && isGroup(conversationId);
    return {
      user: perUser !== undefined && userId !== undefined ? counter(`user:${userId}`) : undefined,
      group: byGroup ? counter(conversationId) : undefined,
    };
  }
}
