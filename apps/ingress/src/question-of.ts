import type { LineEvent } from '@dossier/line';

/**
 * The text that an event asks this bot, without the mention of the bot; undefined when the event is
 * not for it. In groups and rooms only a message that mentions the bot is (facts: it would answer
 * everything otherwise); in standby mode another module owns the chat.
 */
export function questionOf(event: LineEvent): string | undefined {
  const { type, mode, text, source, mentions } = event;
  if (type !== 'message' || mode !== 'active' || text === undefined || source === null) {
    return undefined;
  }
  if (source.to === source.userId) return text;
  const own = mentions.filter(({ isSelf }) => isSelf);
  if (own.length === 0) return undefined;
  // From the last to the first, so that earlier indexes stay right.
  return own
    .toSorted((a, b) => b.index - a.index)
    .reduce((left, { index, length }) => left.slice(0, index) + left.slice(index + length), text);
}
