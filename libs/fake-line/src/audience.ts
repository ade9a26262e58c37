/** A person as GET /v2/bot/profile shows them. */
export interface Profile {
  readonly userId: string;
  readonly displayName: string;
  readonly language?: string;
  readonly pictureUrl?: string;
  readonly statusMessage?: string;
}

const USER = /^U[0-9a-f]{32}$/;
const CHAT = /^[UCR][0-9a-f]{32}$/;

/** True for the form of a LINE user id. */
export function isUserId(id: string): boolean {
  return USER.test(id);
}

/** True for the form of a user, group or room id. */
export function isChatId(id: string): boolean {
  return CHAT.test(id);
}

/** Who can be reached: everybody, unless told otherwise. */
export class Audience {
  /** People who blocked the bot: pushes to them are accepted, cost nothing and are not shown. */
  readonly blocked = new Set<string>();
  /** Ids of another provider, or groups that the bot is not in: pushes to them are refused. */
  readonly unknown = new Set<string>();
  readonly groupSizes = new Map<string, number>();
  readonly profiles = new Map<string, Profile>();

  /** What a push to the chat costs: the people in it, 0 for somebody who blocked the bot. */
  costOf(chatId: string): number {
    if (this.blocked.has(chatId)) return 0;
    return isUserId(chatId) ? 1 : (this.groupSizes.get(chatId) ?? 1);
  }

  /** People came to a group (or, below zero, left it). */
  resize(chatId: string, by: number): void {
    this.groupSizes.set(chatId, Math.max(1, (this.groupSizes.get(chatId) ?? 1) + by));
  }

  /** The profile of a person who has not blocked the bot. */
  profileOf(userId: string): Profile | undefined {
    return this.blocked.has(userId) ? undefined : this.profiles.get(userId);
  }
}
