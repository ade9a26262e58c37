import { missingForLine, SettingsError, type Settings } from '@dossier/platform';

/**
 * Whether the settings name a channel at LINE; without any of its credentials the simulator stands in.
 * @throws SettingsError for half of the credentials: that is a mistake, which would end in a simulator
 * that nobody asked for, or in a bot that refuses every webhook.
 */
export function namesRealChannel(settings: Settings): boolean {
  const { LINE_CHANNEL_SECRET, LINE_CHANNEL_ID, LINE_CHANNEL_ACCESS_TOKEN } = settings;
  const named = [LINE_CHANNEL_SECRET, LINE_CHANNEL_ID, LINE_CHANNEL_ACCESS_TOKEN];
  if (named.every((value) => value === undefined)) return false;
  const problems = missingForLine(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  return true;
}
