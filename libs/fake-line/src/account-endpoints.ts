import { ok, type Endpoint } from './api-endpoint.ts';
import { isChatId, type Audience } from './audience.ts';
import { LineRefusal } from './line-refusal.ts';
import type { Quota } from './quota.ts';

interface Parts {
  readonly quota: Quota;
  readonly audience: Audience;
  readonly botUserId: string;
}

/** What a bot can read of itself and of the people it talks to. */
export function accountEndpoints({ quota, audience, botUserId }: Parts): Endpoint[] {
  const membersOf = (chatId: string) => {
    if (!isChatId(chatId) || audience.unknown.has(chatId)) throw new LineRefusal(404, 'Not found');
    return ok({ count: audience.costOf(chatId) });
  };
  return [
    read('/v2/bot/message/quota', () => ok(quota.limit)),
    read('/v2/bot/message/quota/consumption', ({ context }) =>
      ok({ totalUsage: quota.used(context.now) }),
    ),
    read('/v2/bot/info', () =>
      ok({
        userId: botUserId,
        basicId: '@000dossier',
        displayName: 'Dossier',
        chatMode: 'bot',
        markAsReadMode: 'auto',
      }),
    ),
    read('/v2/bot/profile/{userId}', ({ ids: [userId = ''] }) => {
      const profile = audience.profileOf(userId);
      if (profile === undefined) throw new LineRefusal(404, 'Not found');
      return ok(profile);
    }),
    read('/v2/bot/group/{groupId}/members/count', ({ ids: [groupId = ''] }) => membersOf(groupId)),
    read('/v2/bot/room/{roomId}/members/count', ({ ids: [roomId = ''] }) => membersOf(roomId)),
  ];
}

function read(path: string, run: Endpoint['run']): Endpoint {
  return { method: 'GET', path, takes: 'nothing', run };
}
