import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { QuotaLimit, WebhookResult } from '@dossier/fake-line';
import { Subject } from 'rxjs';
import { GROUP, PERSON_IDS } from './chat-cast.ts';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';

/** What is made hard for the bot at the moment. */
export interface SwitchState {
  /** Who blocks the bot. */
  readonly blocked: readonly string[];
  /** The bot was removed from the group. */
  readonly removed: boolean;
  /** Pushes are refused as at the end of a month. */
  readonly quotaExhausted: boolean;
  /** What every request and every webhook takes longer, in milliseconds. */
  readonly slowMs: number;
  /** Every webhook arrives twice. */
  readonly duplicates: boolean;
}

/** The situations that the page can switch on; a restart switches all of them off. */
@Injectable()
export class ChatSwitches implements OnModuleDestroy {
  /** Tells of every change. */
  readonly changes = new Subject<SwitchState>();
  /** The latest webhook of each chat, to be delivered again. */
  readonly #latest = new Map<string, readonly object[]>();
  /** The allowance to go back to, while the quota plays exhausted. */
  #allowance: QuotaLimit | undefined;
  readonly #stopWatching: () => void;

  constructor(@Inject(CHAT_SETTINGS) private readonly settings: ChatSettings) {
    this.#stopWatching = settings.fakeLine.onActivity((activity) => {
      if (activity.type !== 'webhook' || activity.entry === undefined) return;
      this.#latest.set(activity.entry.chatId, activity.result.events);
    });
  }

  current(): SwitchState {
    const { audience, network } = this.settings.fakeLine;
    return {
      blocked: PERSON_IDS.filter((id) => audience.blocked.has(id)),
      removed: audience.unknown.has(GROUP.groupId),
      quotaExhausted: this.#allowance !== undefined,
      slowMs: network.latencyMs,
      duplicates: network.deliversTwice,
    };
  }

  /** Turns some of them; resolves when the bot has heard of what concerns it. */
  async turn(wanted: Partial<SwitchState>): Promise<SwitchState> {
    const { network } = this.settings.fakeLine;
    network.latencyMs = wanted.slowMs ?? network.latencyMs;
    network.deliversTwice = wanted.duplicates ?? network.deliversTwice;
    if (wanted.quotaExhausted !== undefined) this.#exhaustQuota(wanted.quotaExhausted);
    const told = [...this.#block(wanted.blocked), ...this.#remove(wanted.removed)];
    this.changes.next(this.current());
    await Promise.all(told);
    return this.current();
  }

  /** Delivers the latest webhook of a chat once more; undefined when there was none since the start. */
  async redeliver(chatId: string): Promise<WebhookResult | undefined> {
    const events = this.#latest.get(chatId);
    return events === undefined ? undefined : this.settings.fakeLine.redeliver(events);
  }

  onModuleDestroy(): void {
    this.#stopWatching();
    this.changes.complete();
  }

  #block(wanted: readonly string[] | undefined): Promise<WebhookResult>[] {
    if (wanted === undefined) return [];
    const { fakeLine } = this.settings;
    const { blocked } = this.current();
    const [added, ended] = [
      wanted.filter((id) => !blocked.includes(id)),
      blocked.filter((id) => !wanted.includes(id)),
    ];
    return [...added.map((id) => fakeLine.unfollow(id)), ...ended.map((id) => fakeLine.follow(id))];
  }

  #remove(wanted: boolean | undefined): Promise<WebhookResult>[] {
    if (wanted === undefined || wanted === this.current().removed) return [];
    const { fakeLine } = this.settings;
    const { groupId } = GROUP;
    return [wanted ? fakeLine.leave({ groupId }) : fakeLine.join({ groupId })];
  }

  /** Exhausted means: all that is allowed has been used, as the quota endpoints then say. */
  #exhaustQuota(exhausted: boolean): void {
    const { quota, quotaUsed } = this.settings.fakeLine;
    if (exhausted) {
      this.#allowance ??= quota.limit;
      quota.limit = { type: 'limited', value: quotaUsed };
    } else if (this.#allowance !== undefined) {
      quota.limit = this.#allowance;
      this.#allowance = undefined;
    }
  }
}
