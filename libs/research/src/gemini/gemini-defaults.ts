import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeminiConfig, PriceTable } from './config.ts';

/** Models and prices of a day: what holds when an operator chooses nothing. */
export interface GeminiDefaults {
  /** Day on which they were chosen, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly models: GeminiConfig['models'];
  readonly prices: PriceTable;
}

// Read, not imported: the loader that runs TypeScript drops the attribute that an import of JSON needs.
// The file is ours, and its spec says that it has this form.
export const geminiDefaults = JSON.parse(
  readFileSync(join(import.meta.dirname, 'default-config.json'), 'utf8'),
) as GeminiDefaults;
