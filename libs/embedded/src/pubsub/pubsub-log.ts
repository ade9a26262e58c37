/** One thing the server noticed. `fatal` means it stopped serving; everything else is for diagnosis. */
export interface PubSubLogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  readonly message: string;
  readonly [detail: string]: string | number | undefined;
}

/** Receives the server's log; must not throw. */
export type PubSubLog = (entry: PubSubLogEntry) => void;
