import type { Chance } from './chance.ts';
import { ChatModel } from './chat-model.ts';
import { ChatScript } from './chat-script.ts';
import type { EventMaker } from './event-maker.ts';

/** A chat of the day: what its people do, and what they may expect. */
export interface DayChat {
  readonly id: string;
  readonly model: ChatModel;
  readonly script: ChatScript;
  /** What one push to it costs. */
  readonly size: number;
}

/** Of so many chats one is a group. */
const CHATS_PER_GROUP = 3;

/** Chats with one person, and every third with several. */
export function dayChats(
  count: number,
  parts: { chance: Chance; maker: EventMaker },
): readonly DayChat[] {
  return Array.from({ length: count }, (_, index) => {
    const isGroup = index % CHATS_PER_GROUP === CHATS_PER_GROUP - 1;
    const number = String(index + 1);
    const id = `${isGroup ? 'C' : 'U'}${number.padStart(32, '0')}`;
    const size = isGroup ? parts.chance.whole(2, 9) : 1;
    const people = Array.from({ length: size }, (_each, person) =>
      isGroup ? `U${`${number}a${person}`.padStart(32, 'd')}` : id,
    );
    const model = new ChatModel();
    const script = new ChatScript({ chat: id, isGroup }, people, model, parts);
    return { id, model, script, size };
  });
}
