/** How one environment variable is read. */
export interface Setting<T> {
  readonly description: string;
  /** The text used when the variable is absent or empty; undefined means the setting may be absent. */
  readonly default: string | undefined;
  /** Throws `InvalidSetting` whose message says what would be right. Never repeats the value: it may be a secret. */
  readonly read: (text: string) => T;
}

/** A row of the table of settings, with the type of its default kept. */
export function setting<T, D extends string | undefined>(
  description: string,
  standard: D,
  read: (text: string) => T,
): Setting<T> & { readonly default: D } {
  return { description, default: standard, read };
}
