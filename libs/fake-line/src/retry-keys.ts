import type { AcceptedRequests } from './accepted-requests.ts';
import { LineRefusal } from './line-refusal.ts';

const LIFE_MS = 24 * 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** LINE's answer to a key that was accepted before (docs: messaging-api/retrying-api-request). */
export class RetryKeyConflict extends LineRefusal {
  constructor(
    readonly acceptedRequestId: string,
    private readonly receipt: object,
  ) {
    super(409, 'The retry key is already accepted');
  }

  /** For a push it repeats the `sentMessages` of the accepted request. */
  override get body(): object {
    return { message: this.message, ...this.receipt };
  }
}

/** X-Line-Retry-Key: remembered for 24 hours from the accepted request; refused requests burn no key. */
export class RetryKeys {
  constructor(private readonly accepted: AcceptedRequests) {}

  /**
   * The header in the form that keys are compared in, or undefined when it was not sent.
   * @throws LineRefusal 400 when it is not a hexadecimal UUID.
   */
  read(header: string | undefined): string | undefined {
    const key = header?.toLowerCase();
    if (key !== undefined && !UUID.test(key))
      throw new LineRefusal(400, 'The retry key is invalid');
    return key;
  }

  /** @throws RetryKeyConflict when a request with the key was accepted within the last 24 hours. */
  refuseRepeated(key: string | undefined, now: Date): void {
    const last = key === undefined ? undefined : this.accepted.lastUnder(key);
    if (last !== undefined && now.getTime() - last.at.getTime() < LIFE_MS) {
      throw new RetryKeyConflict(last.requestId, last.answer);
    }
  }
}
