import { Inject, Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import type { Activity, ChatEntry, WebhookResult } from '@dossier/fake-line';
import { Observable, Subject } from 'rxjs';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';

/** How a message of the user fared with the bot's webhook. */
export interface WebhookReport {
  readonly entryId: number;
  readonly ok: boolean;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  readonly reason: WebhookResult['reason'];
}

/** What a page needs to paint itself before the live events. */
export interface ChatSnapshot {
  readonly botName: string;
  readonly examples: readonly string[];
  readonly entries: readonly ChatEntry[];
  /** Give it to the event stream to go on from here. */
  readonly cursor: number;
}

/** Proxies drop streams that are silent for about a minute. */
const HEARTBEAT_MS = 20_000;

/** One person's chat as a stream of server-sent events. */
@Injectable()
export class ChatFeed implements OnModuleDestroy {
  /** Messages that the webhook refused since the start; a reloaded page shows them again. */
  readonly #refused = new Map<number, WebhookReport>();
  readonly #closing = new Subject<void>();
  readonly #stopWatching: () => void;

  constructor(@Inject(CHAT_SETTINGS) private readonly settings: ChatSettings) {
    this.#stopWatching = settings.fakeLine.onActivity((activity) => {
      const report = reportOf(activity);
      if (report?.ok === false) this.#refused.set(report.entryId, report);
    });
  }

  /** The chat up to now. */
  snapshot(): ChatSnapshot {
    const { fakeLine, userId, botName, examples } = this.settings;
    const entries = fakeLine.history(userId);
    return { botName, examples, entries, cursor: entries.at(-1)?.id ?? 0 };
  }

  /**
   * Everything after an entry, then whatever happens: events `entry`, `webhook`, `loading` and
   * `progress` with JSON data. Each carries the id of the last entry before it, so a browser that
   * reconnects (Last-Event-ID) misses no message and gets none twice. An entry that does not exist
   * is answered with `reset` and the whole chat: the page shows the memory of another database.
   */
  stream(afterId: number): Observable<MessageEvent> {
    const { fakeLine, userId, progress } = this.settings;
    return new Observable<MessageEvent>((subscriber) => {
      let cursor = afterId;
      const send = (type: string, data: object) =>
        subscriber.next({ type, id: String(cursor), data });
      const sendEntry = (entry: ChatEntry) => {
        if (entry.chatId !== userId || entry.id <= cursor) return;
        cursor = entry.id;
        send('entry', entry);
      };
      const history = fakeLine.history(userId);
      if (afterId > (history.at(-1)?.id ?? 0)) {
        cursor = 0;
        send('reset', {});
      }
      history.forEach(sendEntry);
      for (const report of this.#refused.values()) send('webhook', report);
      const loadingUntil = this.#loadingUntil();
      if (loadingUntil !== undefined) send('loading', { until: loadingUntil });
      for (const event of progress.latest()) send('progress', event);

      const leaveLine = fakeLine.onActivity((activity) => {
        if (activity.type === 'user-message') sendEntry(activity.entry);
        if (activity.type === 'delivered') activity.entries.forEach(sendEntry);
        if (activity.type === 'loading' && activity.loading.chatId === userId) {
          send('loading', { until: endOf(activity.loading) });
        }
        const report = reportOf(activity);
        if (report !== undefined) send('webhook', report);
      });
      const leaveProgress = progress.subscribe((event) => send('progress', event));
      const heartbeat = setInterval(() => subscriber.next({ comment: '' }), HEARTBEAT_MS).unref();
      const closing = this.#closing.subscribe(() => subscriber.complete());
      return () => {
        leaveLine();
        leaveProgress();
        clearInterval(heartbeat);
        closing.unsubscribe();
      };
    });
  }

  /** Ends the open streams: an HTTP server that waits for them would never close. */
  onModuleDestroy(): void {
    this.#stopWatching();
    this.#closing.next();
  }

  /** End of the last loading animation, unless the bot has spoken since. */
  #loadingUntil(): Date | undefined {
    const { fakeLine, userId } = this.settings;
    const loading = fakeLine.loading.findLast(({ chatId }) => chatId === userId);
    if (loading === undefined) return undefined;
    const answered = fakeLine
      .history(userId)
      .some(({ from, at }) => from === 'bot' && at.getTime() >= loading.at.getTime());
    return answered ? undefined : endOf(loading);
  }
}

function endOf({ at, seconds }: { at: Date; seconds: number }): Date {
  return new Date(at.getTime() + seconds * 1000);
}

function reportOf(activity: Activity): WebhookReport | undefined {
  if (activity.type !== 'webhook' || activity.entry === undefined) return undefined;
  const { ok, status, reason } = activity.result;
  return { entryId: activity.entry.id, ok, status, reason };
}
