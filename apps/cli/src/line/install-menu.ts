import {
  LineOperator,
  planInstallation,
  planRemoval,
  takeStep,
  type DossierMenu,
  type LineClientOptions,
  type MenuStep,
} from '@dossier/line';
import { CommandStopped, EXIT } from '../command-exit.ts';
import { isLineError, lineErrorText } from './line-error.ts';

/** What is to become of the channel's rich menu. */
export interface MenuWish {
  readonly remove?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What was done, or with a dry run would be. */
export interface MenuReport {
  readonly dryRun: boolean;
  readonly steps: readonly MenuStep[];
}

/**
 * Installs Dossier's rich menu, or takes it away. Doing it twice does nothing the second time.
 * @throws CommandStopped when LINE refuses or cannot be reached; what was done by then stays done, and
 * the next run goes on from there.
 */
export async function changeMenu(
  options: LineClientOptions,
  menu: DossierMenu,
  { remove = false, dryRun = false }: MenuWish,
): Promise<MenuReport> {
  const operator = new LineOperator(options);
  try {
    const steps = await (remove ? planRemoval(operator) : planInstallation(operator, menu));
    if (!dryRun) for (const step of steps) await takeStep(operator, menu, step);
    return { dryRun, steps };
  } catch (error) {
    if (!isLineError(error)) throw error;
    const message = `${lineErrorText(error)}. "dossier line doctor" says more.`;
    throw new CommandStopped(EXIT.failed, message, { cause: error });
  }
}

/** The report for a terminal. */
export function menuText({ dryRun, steps }: MenuReport): string {
  if (steps.length === 0) return 'Nothing to do.';
  const verbs = dryRun ? WOULD : DONE;
  return steps.map(({ does, name }) => `${verbs[does]} ${name}`).join('\n');
}

const DONE = { install: 'Installed', hide: 'Hid', delete: 'Deleted' } as const;
const WOULD = { install: 'Would install', hide: 'Would hide', delete: 'Would delete' } as const;
