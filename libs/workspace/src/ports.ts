import type { StageCommand, StageName } from '@dossier/contracts';

/** Hands commands to Pub/Sub. */
export interface CommandPublisher {
  /**
   * Resolves when Pub/Sub has confirmed the command. `attributes` go beside the command's own.
   * @throws Retryable `publish-failed`.
   */
  publish(command: StageCommand, attributes?: Readonly<Record<string, string>>): Promise<void>;
}

/** One thing that happened to a stage, for logs and for pages that show progress. Holds no person's text. */
export interface StageEvent {
  readonly event: 'claimed' | 'committed' | 'failed' | 'released' | 'parked' | 'stale';
  readonly runId: string;
  readonly version: number;
  readonly stage: StageName;
  readonly attempt: number;
  /** Milliseconds since the claim. */
  readonly ms: number;
  /** Of a failed attempt: `Retryable`, `Permanent`, `NeedsHuman` or `Bug`, its code, and its error. */
  readonly kind?: string;
  readonly reason?: string;
  readonly error?: unknown;
}

/** Called after the fact; must not throw. */
export type StageObserver = (event: StageEvent) => void;
