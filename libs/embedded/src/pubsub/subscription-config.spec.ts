import { completeSubscription } from './subscription-config.ts';
import { aSubscription } from './subscription.builder.ts';
import { ofSeconds } from './wire-time.ts';
import type { SubscriptionConfig } from './wire-types.ts';

const deadLetter = (maxDeliveryAttempts: number) => ({
  deadLetterPolicy: { deadLetterTopic: 'projects/p/topics/dead', maxDeliveryAttempts },
});
const retry = (minimum: number, maximum: number) => ({
  retryPolicy: { minimumBackoff: ofSeconds(minimum), maximumBackoff: ofSeconds(maximum) },
});

describe('completeSubscription', () => {
  it('fills in the defaults that the service documents', () => {
    expect(completeSubscription(aSubscription({ ackDeadlineSeconds: 0 }))).toMatchObject({
      ackDeadlineSeconds: 10,
      messageRetentionDuration: ofSeconds(604_800),
      expirationPolicy: { ttl: ofSeconds(2_678_400) },
      state: 'ACTIVE',
    });
  });

  it('reads 0 delivery attempts as 5 and a policy without a topic as none', () => {
    const { deadLetterPolicy } = completeSubscription(aSubscription(deadLetter(0)));
    expect(deadLetterPolicy?.maxDeliveryAttempts).toBe(5);
    const off = { deadLetterPolicy: { deadLetterTopic: '', maxDeliveryAttempts: 0 } };
    expect(completeSubscription(aSubscription(off)).deadLetterPolicy).toBeNull();
  });

  it('fills the missing bound of a retry policy', () => {
    const policy = { minimumBackoff: ofSeconds(1), maximumBackoff: null };
    expect(completeSubscription(aSubscription({ retryPolicy: policy })).retryPolicy).toEqual({
      minimumBackoff: ofSeconds(1),
      maximumBackoff: ofSeconds(600),
    });
  });

  it('keeps an empty expiration policy, which means never', () => {
    const config = aSubscription({ expirationPolicy: { ttl: null } });
    expect(completeSubscription(config).expirationPolicy).toEqual({ ttl: null });
  });

  it.each<[string, Partial<SubscriptionConfig>, string]>([
    ['an ack deadline of 9 s', { ackDeadlineSeconds: 9 }, 'Invalid ack deadline: 9'],
    ['an ack deadline of 601 s', { ackDeadlineSeconds: 601 }, 'Invalid ack deadline: 601'],
    ['4 delivery attempts', deadLetter(4), 'between 5 and 100'],
    ['101 delivery attempts', deadLetter(101), 'between 5 and 100'],
    ['a minimum back-off above the maximum', retry(20, 10), 'minimum <= maximum'],
    ['a back-off of 601 s', retry(1, 601), 'between 0 and 600'],
    ['retention of 5 minutes', { messageRetentionDuration: ofSeconds(300) }, '10 minutes'],
    ['retention of 32 days', { messageRetentionDuration: ofSeconds(32 * 86_400) }, '31 days'],
    ['an expiry of 1 hour', { expirationPolicy: { ttl: ofSeconds(3600) } }, 'at least 1 day'],
    ['a filter of 257 bytes', { filter: 'x'.repeat(257) }, 'longer than 256 bytes'],
    [
      'exactly-once with push',
      { enableExactlyOnceDelivery: true, pushConfig: { pushEndpoint: 'http://127.0.0.1:1/' } },
      'not supported for push',
    ],
  ])('refuses %s', (_, changes, reason) => {
    expect(() => completeSubscription(aSubscription(changes))).toThrow(reason);
  });
});
