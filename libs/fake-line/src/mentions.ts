import type { webhook } from '@line/bot-sdk';

/** LINE tells of no more than this many in one message. */
const MAX_MENTIONS = 20;

/** Somebody who can be mentioned. */
export interface Mentionable {
  /** As it stands in the text after the @. */
  readonly name: string;
  readonly userId: string;
  /** True for the bot that gets the webhook. */
  readonly isSelf: boolean;
}

/**
 * The mentions in a text as LINE's apps make them of what is picked from the list: `@name` of somebody
 * in the chat, or `@All` for everybody. Undefined when there are none.
 */
export function mentionsIn(
  text: string,
  people: readonly Mentionable[],
): webhook.Mention | undefined {
  const found: webhook.Mentionee[] = [];
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    const mentionee = mentioneeAt(text, index, people);
    if (mentionee !== undefined && found.length < MAX_MENTIONS) found.push(mentionee);
  }
  return found.length === 0 ? undefined : { mentionees: found };
}

/** Index and length count UTF-16 units and include the @ (reference: "Text" in "Message event"). */
function mentioneeAt(
  text: string,
  index: number,
  people: readonly Mentionable[],
): webhook.Mentionee | undefined {
  const after = text.slice(index + 1);
  if (/^all(?![a-z0-9])/i.test(after)) return { type: 'all', index, length: 4 };
  // The longest name wins: 小安 must not take the mention of 小安安.
  const [person] = people
    .filter(({ name }) => after.startsWith(name))
    .sort((a, b) => b.name.length - a.name.length);
  if (person === undefined) return undefined;
  const { name, userId, isSelf } = person;
  return { type: 'user', index, length: name.length + 1, userId, isSelf };
}
