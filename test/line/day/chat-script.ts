import { encodePostback } from '@dossier/line';
import { isRunId, runIdOf, type RunId } from '@dossier/contracts';
import type { Chance } from './chance.ts';
import type { ChatModel } from './chat-model.ts';
import type { Run } from './chat-state.ts';
import type { DayEvent, Does, Key } from './day-event.ts';
import type { EventMaker, Place } from './event-maker.ts';
import {
  CANCEL,
  CHATTER,
  FOLLOW_UPS,
  NEW_TOPIC,
  question,
  RETRY,
  TALK,
  UNCLEAR,
  type Phrase,
} from './phrases.ts';

/** Messages that a person may still edit or take back. */
const REMEMBERED = 6;
/** The bot knows the cards of a conversation's newest runs. */
const RECENT_RUNS = 10;

type Act = (by: string | undefined, at: number) => DayEvent | undefined;

/** What one chat's people do over the day, by chance and by what they see. */
export class ChatScript {
  /** Nobody here can write to the bot: the person blocked it, or the group threw it out. */
  away = false;
  readonly #recent: DayEvent[] = [];
  #questions = 0;

  constructor(
    readonly place: Place,
    private readonly people: readonly string[],
    private readonly model: ChatModel,
    private readonly parts: { readonly chance: Chance; readonly maker: EventMaker },
  ) {}

  /** The next event here. */
  next(at: number): DayEvent {
    const { chance, maker } = this.parts;
    if (this.away) return maker.welcome(this.place, at);
    const by = this.#speaker();
    for (;;) {
      const event = chance.weighted(this.#choices())(by, at);
      if (event === undefined) continue;
      this.#remember(event);
      return event;
    }
  }

  /** A chat with one person has that person; in a group LINE does not name one in ten. */
  #speaker(): string | undefined {
    const { chance } = this.parts;
    return this.place.isGroup && chance.happens(0.1) ? undefined : chance.of(this.people);
  }

  #choices(): readonly (readonly [number, Act])[] {
    const { chance, maker } = this.parts;
    const { place } = this;
    const { pending, running, all } = this.model.runs;
    const says = (phrase: () => Phrase): Act => {
      return (by, at) => maker.text(place, { ...phrase(), by, at });
    };
    const failed = [...all.values()].some(({ versions }) => versions.at(-1)?.state === 'failed');
    return [
      [24, says(() => question((this.#questions += chance.whole(1, 9))))],
      [18, says(() => chance.of(TALK))],
      [all.size > 0 ? 16 : 2, says(() => chance.of(FOLLOW_UPS))],
      [3, says(() => chance.of(UNCLEAR))],
      [running === undefined ? 1 : 14, says(() => CANCEL)],
      [failed ? 9 : 1, says(() => RETRY)],
      [2, says(() => NEW_TOPIC)],
      [4, (by, at) => maker.sticker(place, by, at)],
      [pending === undefined ? 0 : 24, (by, at) => this.#tapChoice(by, at)],
      [all.size > 0 ? 8 : 0, (by, at) => this.#tapRun(by, at)],
      [all.size > 0 ? 6 : 0, (by, at) => this.#quote(by, at)],
      [3, (by, at) => this.#tapNonsense(by, at)],
      [running === undefined ? 3 : 14, (_by, at) => this.#takeBack(at)],
      [place.isGroup ? 16 : 0, (_by, at) => this.#edit(at)],
      [
        place.isGroup ? 20 : 0,
        (by, at) =>
          maker.text(place, { text: chance.of(CHATTER), does: { kind: 'chatter' }, by, at }),
      ],
      [running === undefined ? 2 : 14, (_by, at) => maker.farewell(place, at)],
    ];
  }

  /** A button of a question that waits for its choice: mostly of the newest one. */
  #tapChoice(by: string | undefined, at: number): DayEvent {
    const { chance, maker } = this.parts;
    const act = chance.of(['queue', 'queue', 'cancel-first', 'wait', 'research'] as const);
    const newest = this.model.runs.pending?.id;
    const isStale = newest === undefined || chance.happens(0.2);
    const pending = asRunId(isStale ? runIdOf(`stale ${at}`) : newest);
    const does: Does = { kind: 'choose', act, pending };
    return maker.tap(this.place, { data: encodePostback({ act, pending }), does, by, at });
  }

  /** A button of a card about one of the chat's versions. */
  #tapRun(by: string | undefined, at: number): DayEvent {
    const { chance, maker } = this.parts;
    const found = chance.of(this.#recentRuns());
    const key: Key = { runId: found.id, version: chance.whole(1, found.versions.length) };
    const run = { runId: asRunId(key.runId), version: key.version };
    const tap = (does: Does, data: string): DayEvent => {
      return maker.tap(this.place, { data, does, by, at });
    };
    const act = chance.of([
      ...(['status', 'link', 'versions'] as const),
      ...(['select', 'deepen', 'add-sources', 'republish', 'retry', 'cancel'] as const),
    ]);
    switch (act) {
      case 'select':
        return tap({ kind: 'select', run: key }, encodePostback({ act, run }));
      case 'deepen':
        return tap(
          { kind: 'follow-up', wish: 'deepen', run: key },
          encodePostback({ act, run, chapter: 2 }),
        );
      case 'add-sources':
        return tap(
          { kind: 'follow-up', wish: 'sources', run: key },
          encodePostback({ act, run, language: 'ja' }),
        );
      case 'republish':
        return tap({ kind: 'follow-up', wish: act, run: key }, encodePostback({ act, run }));
      case 'retry':
      case 'cancel':
        return tap({ kind: act, run: key }, encodePostback({ act, run }));
      default:
        return tap({ kind: 'talk' }, encodePostback({ act, run }));
    }
  }

  /** Says something about the version whose card is quoted: what is quoted names it. */
  #quote(by: string | undefined, at: number): DayEvent | undefined {
    const { chance, maker } = this.parts;
    const cards = this.#recentRuns().flatMap(({ id, versions }) =>
      versions.flatMap(({ number, card }) =>
        card === undefined ? [] : [{ card, run: { runId: id, version: number } }],
      ),
    );
    if (cards.length === 0) return undefined;
    const { card, run } = chance.of(cards);
    const { text, does } = chance.of([...FOLLOW_UPS, CANCEL, RETRY, ...TALK.slice(0, 6)]);
    const isNamed = does.kind === 'follow-up' || does.kind === 'cancel' || does.kind === 'retry';
    const named: Does = isNamed ? { ...does, run } : does;
    return maker.text(this.place, { text, does: named, by, at, quotes: card });
  }

  /** What no card of this chat has: other chats' runs, other spellings, rubbish. */
  #tapNonsense(by: string | undefined, at: number): DayEvent {
    const { chance, maker } = this.parts;
    const run = { runId: asRunId(runIdOf(`forged ${at}`)), version: 1 };
    const data = chance.of([
      encodePostback({ act: 'republish', run }),
      encodePostback({ act: 'cancel', run }),
      `act=cancel&v=1&run=${run.runId}`,
      'v=1&act=__proto__',
      '',
    ]);
    return maker.tap(this.place, { data, does: { kind: 'talk' }, by, at });
  }

  #recentRuns(): readonly Run[] {
    return [...this.model.runs.all.values()].slice(-RECENT_RUNS);
  }

  #takeBack(at: number): DayEvent | undefined {
    const of = this.#someRecent();
    return of && this.parts.maker.unsend(this.place, of, at);
  }

  #edit(at: number): DayEvent | undefined {
    const { chance, maker } = this.parts;
    const of = this.#someRecent();
    if (of === undefined) return undefined;
    const { text, does } = chance.happens(0.5)
      ? question((this.#questions += 1))
      : chance.of([...FOLLOW_UPS, ...TALK, { text: '我打錯了', does: undefined }]);
    return maker.edit(this.place, { of, text, to: does, at });
  }

  #someRecent(): DayEvent | undefined {
    return this.#recent.length === 0 ? undefined : this.parts.chance.of(this.#recent);
  }

  #remember(event: DayEvent): void {
    const { kind } = event.does;
    if (kind === 'unsend') {
      this.#recent.splice(
        0,
        this.#recent.length,
        ...this.#recent.filter(({ message }) => message !== event.message),
      );
    } else if (
      event.message !== undefined &&
      kind !== 'edit' &&
      event.fingerprint?.endsWith('sticker') !== true
    ) {
      this.#recent.push(event);
      if (this.#recent.length > REMEMBERED) this.#recent.shift();
    }
  }
}

function asRunId(id: string): RunId {
  if (!isRunId(id)) throw new Error(`${id} is no run's id`);
  return id;
}
