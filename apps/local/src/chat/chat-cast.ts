import type { FakeLine } from '@dossier/fake-line';

/** Somebody whom the page lets speak. */
export interface Person {
  readonly userId: string;
  readonly name: string;
}

/** A group that all of them are in, together with the bot. */
export interface Group {
  readonly groupId: string;
  readonly name: string;
}

/** The people of the simulator. The first id is the one of older data folders, whose chats go on. */
export const PEOPLE: readonly Person[] = [
  { userId: `U${'d055'.repeat(8)}`, name: '小安' },
  { userId: `U${'ca07'.repeat(8)}`, name: '佳蓉' },
  { userId: `U${'4e7a'.repeat(8)}`, name: '健太' },
];

export const GROUP: Group = { groupId: `C${'d055'.repeat(8)}`, name: '研究小組' };

export const PERSON_IDS: readonly string[] = PEOPLE.map(({ userId }) => userId);
/** One chat with the bot for each person, and the group. */
export const CHAT_IDS: readonly string[] = [...PERSON_IDS, GROUP.groupId];

/** Tells the stand-in who they are: profiles can be asked for, and a push to the group costs its people. */
export function introduceCast({ audience }: FakeLine): void {
  for (const { userId, name } of PEOPLE) {
    audience.profiles.set(userId, { userId, displayName: name, language: 'zh-TW' });
  }
  audience.groupSizes.set(GROUP.groupId, PEOPLE.length);
}
