import type { ActivityFeed } from './activity.ts';
import { ok, type Endpoint } from './api-endpoint.ts';
import type { LoadingAnimations } from './loading-animations.ts';
import type { MessageContract } from './message-contract.ts';
import type { MessageSending } from './message-sending.ts';

interface Parts {
  readonly contract: MessageContract;
  readonly sending: MessageSending;
  readonly loading: LoadingAnimations;
  readonly activity: ActivityFeed;
}

const VALIDATED = ['reply', 'push', 'multicast', 'narrowcast', 'broadcast'];

/** What a bot says: messages, the loading animation, read marks. */
export function messageEndpoints({ contract, sending, loading, activity }: Parts): Endpoint[] {
  return [
    {
      method: 'POST',
      path: '/v2/bot/message/reply',
      takes: 'json',
      run: ({ body, context }) => ok(sending.reply(contract.check('reply', body), context)),
    },
    {
      method: 'POST',
      path: '/v2/bot/message/push',
      takes: 'json',
      takesRetryKey: true,
      run: ({ body, context }) => ok(sending.push(contract.check('push', body), context)),
    },
    {
      method: 'POST',
      path: '/v2/bot/message/multicast',
      takes: 'json',
      takesRetryKey: true,
      run: ({ body, context }) => ok(sending.multicast(contract.check('multicast', body), context)),
    },
    ...VALIDATED.map((kind): Endpoint => ({
      method: 'POST',
      path: `/v2/bot/message/validate/${kind}`,
      takes: 'json',
      run: ({ body }) => {
        contract.check('validate', body);
        return ok();
      },
    })),
    {
      method: 'POST',
      path: '/v2/bot/chat/loading/start',
      takes: 'json',
      run: ({ body, context }) => {
        const shown = loading.show(contract.check('loading', body), context.now);
        activity.tell({ type: 'loading', loading: shown });
        return { status: 202 };
      },
    },
    {
      method: 'POST',
      path: '/v2/bot/chat/markAsRead',
      takes: 'json',
      run: ({ body }) => {
        contract.check('markAsRead', body);
        return ok();
      },
    },
  ];
}
