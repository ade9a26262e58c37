import type { ServiceName } from '@dossier/contracts';

/** Where a worker is to die: a run, and a point of `crash-points.ts`, `#2` behind it for the second time. */
export interface Aim {
  readonly runId: string;
  readonly point: string;
}

/** What a test tells a worker process. */
export type ToWorker =
  /** Start, with these settings, on the paid provider at `providerUrl`; without one, as the settings say. */
  | {
      readonly kind: 'go';
      readonly environment: Readonly<Record<string, string>>;
      readonly services: readonly ServiceName[];
      readonly providerUrl?: string;
      readonly aims: readonly Aim[];
      /** Tell of every point that is reached, and make every stage last for a renewal of its lease. */
      readonly record: boolean;
    }
  /** More runs to die of. */
  | { readonly kind: 'aim'; readonly aims: readonly Aim[] }
  /** The run has ended: unless it stands at its point, nobody needs to wait for it any more. */
  | { readonly kind: 'forget'; readonly runId: string };

/** What a worker process tells its test. */
export type FromWorker =
  /** Everything is imported; `go` starts it. */
  | { readonly kind: 'loaded' }
  /** It works. The address is the ingress's, or of the health page of another service. */
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'reached'; readonly runId: string; readonly point: string }
  /** The run will not be died of: it had ended elsewhere. */
  | { readonly kind: 'forgotten'; readonly runId: string }
  /** A request left the process outside of every named boundary. */
  | { readonly kind: 'unnamed'; readonly place: string; readonly request: string }
  /** An attempt of the run lost its lease without a crash. */
  | { readonly kind: 'stale'; readonly runId: string }
  /** It kills itself now, with these runs at their points. */
  | { readonly kind: 'striking'; readonly runIds: readonly string[] };
