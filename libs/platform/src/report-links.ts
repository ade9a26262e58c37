import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Publication, RunId } from '@dossier/contracts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const EXPIRY = /^[1-9]\d{9}$/;
const SIGNATURE = /^[\w-]{43}$/;

interface LinkSettings {
  readonly DOSSIER_LINK_SECRET: string | undefined;
  readonly DOSSIER_LINK_DAYS: number;
}

/** What shows that its bearer may read every page of one run until an instant. */
export interface LinkProof {
  /** Seconds since 1970, as text. */
  readonly exp: string;
  /** HMAC-SHA256 over run id, line feed and `exp`, base64url. */
  readonly sig: string;
}

/** Signs links to the pages of a run, and judges the signatures that come back. */
export class ReportLinks {
  readonly #secret: string | undefined;
  readonly #lifeMs: number;
  readonly #clock: Clock;

  /** Without a secret nothing is signed, and no signature is right. */
  constructor({
    secret,
    days,
    clock,
  }: {
    readonly secret: string | undefined;
    readonly days: number;
    readonly clock: Clock;
  }) {
    this.#secret = secret;
    this.#lifeMs = days * DAY_MS;
    this.#clock = clock;
  }

  /**
   * The publication with addresses that open from now on, for as long as links live; as it is when its
   * pages are public. Only for showing: what is stored stays without signature.
   * @param from when the life of the links begins, for a message that must be the same each time.
   */
  opened<P extends Pick<Publication, 'url' | 'latestUrl' | 'access'>>(
    runId: RunId,
    publication: P,
    from: Date = this.#clock.now(),
  ): P {
    const { url, latestUrl, access } = publication;
    if (access !== 'signed' || this.#secret === undefined) return publication;
    const exp = String(Math.floor((from.getTime() + this.#lifeMs) / 1_000));
    const query = new URLSearchParams({ exp, sig: signatureOf(runId, exp, this.#secret) });
    return {
      ...publication,
      url: `${url}?${String(query)}`,
      latestUrl: `${latestUrl}?${String(query)}`,
    };
  }

  /** Whether the proof is one of ours, for this run, and its time has not come. Takes any text. */
  isOpen(runId: RunId, { exp, sig }: LinkProof): boolean {
    if (this.#secret === undefined || !EXPIRY.test(exp) || !SIGNATURE.test(sig)) return false;
    const right = Buffer.from(signatureOf(runId, exp, this.#secret));
    return timingSafeEqual(right, Buffer.from(sig)) && this.secondsLeft(exp) > 0;
  }

  /** Whole seconds until then. */
  secondsLeft(exp: string): number {
    return Number(exp) - Math.ceil(this.#clock.now().getTime() / 1_000);
  }
}

/** The links that the settings describe. */
export function reportLinksOf(
  { DOSSIER_LINK_SECRET: secret, DOSSIER_LINK_DAYS: days }: LinkSettings,
  clock: Clock,
): ReportLinks {
  return new ReportLinks({ secret, days, clock });
}

function signatureOf(runId: RunId, exp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${runId}\n${exp}`).digest('base64url');
}
