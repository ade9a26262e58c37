import { Inject, Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import type { Activity, ChatEntry, UserEntry, WebhookResult } from '@dossier/fake-line';
import { Observable, Subject } from 'rxjs';
import { CHAT_IDS, GROUP, PEOPLE, type Group, type Person } from './chat-cast.ts';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';
import { ChatSwitches } from './chat-switches.ts';
import { viewOf, type EntryView } from './entry-view.ts';

/** How a message of the user fared with the bot's webhook. */
export interface WebhookReport {
  readonly entryId: number;
  readonly ok: boolean;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  readonly reason: WebhookResult['reason'];
}

/** What the bot's messages cost so far. */
export interface Usage {
  /** Accepted replies: free of charge. */
  readonly replies: number;
  /** Taken from this month's quota. */
  readonly used: number;
  /** The month's quota; absent when there is none. */
  readonly limit?: number;
}

/** What a page needs to paint itself before the live events. */
export interface ChatSnapshot {
  readonly botName: string;
  readonly examples: readonly string[];
  readonly people: readonly Person[];
  readonly group: Group;
  /** The latest of every chat, oldest first. */
  readonly entries: readonly EntryView[];
  /** Give it to the event stream to go on from here. */
  readonly cursor: number;
}

/** Proxies drop streams that are silent for about a minute. */
const HEARTBEAT_MS = 20_000;
/** A page that is opened paints no more of a chat than this. */
const SHOWN_ENTRIES = 200;
const SHOWN_SENDINGS = 40;

type Send = (type: string, data: object) => void;

/** All chats as one stream of server-sent events. */
@Injectable()
export class ChatFeed implements OnModuleDestroy {
  /** Messages that the webhook refused since the start; a reloaded page shows them again. */
  readonly #refused = new Map<number, WebhookReport>();
  /** Messages changed or taken back since the start: a page that was away shows them as they were. */
  readonly #edited = new Map<number, UserEntry>();
  readonly #unsent = new Set<number>();
  readonly #closing = new Subject<void>();
  readonly #stopWatching: () => void;

  constructor(
    @Inject(CHAT_SETTINGS) private readonly settings: ChatSettings,
    private readonly switches: ChatSwitches,
  ) {
    this.#stopWatching = settings.fakeLine.onActivity((activity) => {
      if (activity.type === 'edited') this.#edited.set(activity.entry.id, activity.entry);
      if (activity.type === 'unsent') this.#forget(activity.entry.id);
      const report = reportOf(activity);
      if (report?.ok === false) this.#refused.set(report.entryId, report);
    });
  }

  /** Everything up to now. */
  snapshot(): ChatSnapshot {
    const { fakeLine, botName, examples } = this.settings;
    return {
      botName,
      examples,
      people: PEOPLE,
      group: GROUP,
      entries: this.#entriesAfter(0, SHOWN_ENTRIES).map(viewOf),
      cursor: fakeLine.lastEntryId,
    };
  }

  /**
   * Everything after an entry, then whatever happens: events `entry`, `edited`, `unsent`, `webhook`,
   * `loading`, `book`, `ledger`, `switches` and `progress` with JSON data. Each carries the id of the last
   * entry before it, so a browser that reconnects (Last-Event-ID) misses no message and gets none
   * twice. An entry that does not exist is answered with `reset` and all chats: the page shows the
   * memory of another database.
   */
  stream(afterId: number): Observable<MessageEvent> {
    return new Observable<MessageEvent>((subscriber) => {
      const { fakeLine, progress } = this.settings;
      const unknown = afterId > fakeLine.lastEntryId;
      let cursor = unknown ? 0 : afterId;
      const send: Send = (type, data) => subscriber.next({ type, id: String(cursor), data });
      const sendEntry = (entry: ChatEntry) => {
        if (!CHAT_IDS.includes(entry.chatId) || entry.id <= cursor) return;
        cursor = entry.id;
        send('entry', viewOf(entry));
      };
      if (unknown) send('reset', {});
      this.#entriesAfter(cursor).forEach(sendEntry);
      this.#sendState(send);
      const leaveLine = fakeLine.onActivity((activity) => {
        if (activity.type === 'user-message') sendEntry(activity.entry);
        if (activity.type === 'delivered') activity.entries.forEach(sendEntry);
        this.#sendActivity(activity, send);
      });
      const leaveProgress = progress.subscribe((event) => send('progress', event));
      const switching = this.switches.changes.subscribe(() => this.#sendSwitches(send));
      const heartbeat = setInterval(() => subscriber.next({ comment: '' }), HEARTBEAT_MS).unref();
      const closing = this.#closing.subscribe(() => subscriber.complete());
      return () => {
        leaveLine();
        leaveProgress();
        switching.unsubscribe();
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

  #forget(id: number): void {
    this.#unsent.add(id);
    this.#edited.delete(id);
    this.#refused.delete(id);
  }

  /** What a page that was away may have missed; what it knows already changes nothing. */
  #sendState(send: Send): void {
    for (const entry of this.#edited.values()) send('edited', viewOf(entry));
    for (const id of this.#unsent) send('unsent', { id });
    for (const report of this.#refused.values()) send('webhook', report);
    for (const chatId of CHAT_IDS) {
      const until = this.#loadingUntil(chatId);
      if (until !== undefined) send('loading', { chatId, until });
    }
    this.#sendSwitches(send);
    const { fakeLine, progress } = this.settings;
    send('book', { entries: fakeLine.ledger.slice(-SHOWN_SENDINGS) });
    for (const event of progress.latest()) send('progress', event);
  }

  #sendActivity(activity: Activity, send: Send): void {
    switch (activity.type) {
      case 'edited':
        return send('edited', viewOf(activity.entry));
      case 'unsent':
        return send('unsent', { id: activity.entry.id });
      case 'ledger':
        return send('ledger', { entry: activity.entry, usage: this.#usage() });
      case 'loading': {
        const { loading } = activity;
        return send('loading', { chatId: loading.chatId, until: endOf(loading) });
      }
    }
    const report = reportOf(activity);
    if (report !== undefined) send('webhook', report);
  }

  #sendSwitches(send: Send): void {
    send('switches', { switches: this.switches.current(), usage: this.#usage() });
  }

  #entriesAfter(afterId: number, atMost = Infinity): ChatEntry[] {
    const { fakeLine } = this.settings;
    return CHAT_IDS.flatMap((id) => fakeLine.history(id, afterId).slice(-atMost)).sort(
      (a, b) => a.id - b.id,
    );
  }

  #usage(): Usage {
    const { quota, quotaUsed, acceptedReplies } = this.settings.fakeLine;
    const limit = quota.limit.type === 'limited' ? quota.limit.value : undefined;
    return { replies: acceptedReplies, used: quotaUsed, limit };
  }

  /** End of a chat's last loading animation, unless the bot has spoken since. */
  #loadingUntil(chatId: string): Date | undefined {
    const { fakeLine } = this.settings;
    const loading = fakeLine.loading.findLast((each) => each.chatId === chatId);
    if (loading === undefined) return undefined;
    const answered = fakeLine
      .history(chatId)
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
