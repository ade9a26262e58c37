import type { webhook } from '@line/bot-sdk';
import { answerableFields, eventFields, sharedSourceOf, type SharedChat } from './webhook-event.ts';

/** Somebody became a friend of the bot, or ended a block. */
export function followEvent(
  userId: string,
  now: Date,
  { isUnblocked }: webhook.FollowDetail,
): webhook.FollowEvent {
  const source = { type: 'user', userId } as const;
  return { type: 'follow', ...answerableFields(source, now), follow: { isUnblocked } };
}

/** Somebody blocked the bot: there is nobody to answer. */
export function unfollowEvent(userId: string, now: Date): webhook.UnfollowEvent {
  return { type: 'unfollow', ...eventFields({ type: 'user', userId }, now) };
}

/** The bot was invited to a group or room. */
export function joinEvent(chat: SharedChat, now: Date): webhook.JoinEvent {
  return { type: 'join', ...answerableFields(sharedSourceOf(chat), now) };
}

/** The bot was removed from a group or room, or the group was deleted. */
export function leaveEvent(chat: SharedChat, now: Date): webhook.LeaveEvent {
  return { type: 'leave', ...eventFields(sharedSourceOf(chat), now) };
}

/** People joined a group or room that the bot is in. */
export function memberJoinedEvent(
  chat: SharedChat,
  now: Date,
  userIds: readonly string[],
): webhook.MemberJoinedEvent {
  const joined = { members: userIds.map(asMember) };
  return { type: 'memberJoined', ...answerableFields(sharedSourceOf(chat), now), joined };
}

/** People left a group or room that the bot is in. */
export function memberLeftEvent(
  chat: SharedChat,
  now: Date,
  userIds: readonly string[],
): webhook.MemberLeftEvent {
  const left = { members: userIds.map(asMember) };
  return { type: 'memberLeft', ...eventFields(sharedSourceOf(chat), now), left };
}

function asMember(userId: string): webhook.UserSource {
  return { type: 'user', userId };
}
