import type { DossierMenu } from '@dossier/line';
import type { Settings } from '@dossier/platform';
import { channelChecks } from './channel-checks.ts';
import type { Check } from './doctor-check.ts';
import { lineOptionsOf } from './line-target.ts';
import { settingChecks } from './setting-checks.ts';

/** What the operator asks beyond the settings. */
export interface DoctorOptions {
  readonly test?: boolean | undefined;
  /** Where LINE should call, when that is not under DOSSIER_PUBLIC_URL. */
  readonly webhookUrl?: string | undefined;
}

/** What was found, and whether the bot can work so. */
export interface Diagnosis {
  /** False when a check failed; warnings and notes do not count. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** Looks at a channel's set-up: the settings here, and what LINE says. Sends nobody a message. */
export async function examine(
  settings: Settings,
  menu: DossierMenu,
  { test = false, webhookUrl }: DoctorOptions,
): Promise<Diagnosis> {
  const options = lineOptionsOf(settings);
  const { DOSSIER_PUBLIC_URL: address } = settings;
  const ownWebhook = address === undefined ? undefined : `${address}/line/webhook`;
  const questions = { test, menu, expectedWebhook: webhookUrl ?? ownWebhook };
  const asked = options === undefined ? [] : await channelChecks(options, questions);
  const checks = [...settingChecks(settings), ...asked];
  return { ok: checks.every(({ status }) => status !== 'fail'), checks };
}
