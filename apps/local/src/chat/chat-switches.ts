import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { QuotaLimit, WebhookResult } from '@dossier/fake-line';
import { Subject } from 'rxjs';
import { PERSON_IDS } from './chat-cast.ts';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';

/** What is made hard for the bot at the moment. */
export interface SwitchState {
  /** Who blocks the bot. */
  readonly blocked: readonly string[];
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
    const { audience, latencyMs, deliversTwice } = this.settings.fakeLine;
    return {
      blocked: PERSON_IDS.filter((id) => audience.blocked.has(id)),
      quotaExhausted: this.#allowance !== undefined,
      slowMs: latencyMs,
      duplicates: deliversTwice,
    };
  }

  /** Turns some of them; resolves when the bot has heard of blocks and their ends. */
  async turn(wanted: Partial<SwitchState>): Promise<SwitchState> {
    const { fakeLine } = this.settings;
    fakeLine.latencyMs = wanted.slowMs ?? fakeLine.latencyMs;
    fakeLine.deliversTwice = wanted.duplicates ?? fakeLine.deliversTwice;
    if (wanted.quotaExhausted !== undefined) this.#exhaustQuota(wanted.quotaExhausted);
    const told = this.#block(wanted.blocked);
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
