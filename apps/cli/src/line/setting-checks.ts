import { lineCredentialsOf, missingForLine, type Settings } from '@dossier/platform';
import { fail, note, ok, warn, type Check, type Finding } from './doctor-check.ts';

/** LINE writes channel secrets so, though nothing promises it. */
const SECRET = /^[0-9a-f]{32}$/;

/** What the settings alone tell; LINE is not asked. */
export function settingChecks(settings: Settings): readonly Check[] {
  return [
    { name: 'secret', ...secret(settings) },
    { name: 'sending', ...sending(settings) },
    { name: 'reports', ...reports(settings) },
    { name: 'senders', ...senders(settings) },
    { name: 'masking', ...masking(settings) },
  ];
}

function secret(settings: Settings): Finding {
  const { LINE_CHANNEL_SECRET: current, LINE_CHANNEL_SECRET_PREVIOUS: previous } = settings;
  if (current === undefined) {
    return fail('Webhooks cannot be checked.', missing(settings, 'LINE_CHANNEL_SECRET'));
  }
  if (!SECRET.test(current)) {
    return warn(
      'LINE_CHANNEL_SECRET does not look like one: LINE gives 32 hexadecimal digits.',
      'Compare it with "Channel secret" on the Basic settings tab; an access token is longer.',
    );
  }
  if (previous === undefined) return ok('One channel secret, of the usual form.');
  return warn(
    'Two channel secrets are accepted.',
    'When LINE signs with the new one (console: Basic settings), remove LINE_CHANNEL_SECRET_PREVIOUS.',
  );
}

function sending(settings: Settings): Finding {
  const credentials = lineCredentialsOf(settings);
  if (credentials === undefined) {
    const name = settings.LINE_CHANNEL_ID === undefined ? 'LINE_CHANNEL_ID' : 'LINE_CHANNEL_SECRET';
    return fail('Nothing can be sent.', missing(settings, name));
  }
  return credentials.kind === 'channel'
    ? ok('Channel id and secret: access tokens of 15 minutes are issued as needed.')
    : note(
        'LINE_CHANNEL_ACCESS_TOKEN is used: a token that somebody issued, and has to replace.',
        'With LINE_CHANNEL_ID and LINE_CHANNEL_SECRET alone there is nothing to rotate.',
      );
}

function reports({ DOSSIER_PUBLIC_URL: url }: Settings): Finding {
  if (url === undefined) {
    return warn(
      'Cards link to http://localhost, which no telephone can open.',
      'Set DOSSIER_PUBLIC_URL to the https address of your tunnel or server.',
    );
  }
  return url.startsWith('https:')
    ? ok(`Cards link to ${url}.`)
    : warn(`Cards link to ${url}, unencrypted.`, 'Put https before it (a tunnel, a proxy).');
}

function senders(settings: Settings): Finding {
  const { DOSSIER_ALLOWED_SENDERS: allowed, DOSSIER_DAILY_RUNS_PER_USER: perUser } = settings;
  const perGroup = settings.DOSSIER_DAILY_RUNS_PER_GROUP;
  const limits = `${perUser ?? 'any number'} a day for a person, ${perGroup ?? 'any number'} for a group`;
  if (allowed !== undefined) return ok(`${allowed.length} sender(s) may ask: ${limits}.`);
  if (perUser !== undefined && perGroup !== undefined) return ok(`Everybody may ask: ${limits}.`);
  return warn(
    `Everybody who finds the bot may ask: ${limits}.`,
    'Set DOSSIER_ALLOWED_SENDERS, or both DOSSIER_DAILY_RUNS_PER_USER and DOSSIER_DAILY_RUNS_PER_GROUP.',
  );
}

function masking({ DOSSIER_MASK_PERSONAL_DATA: masked }: Settings): Finding {
  return masked === 'on'
    ? ok('Personal data in questions is masked.')
    : warn(
        'Personal data in questions is stored and searched for as it is.',
        'Set DOSSIER_MASK_PERSONAL_DATA=on unless you need it so.',
      );
}

function missing(settings: Settings, name: string): string {
  return missingForLine(settings).find((problem) => problem.startsWith(name)) ?? `Set ${name}.`;
}
