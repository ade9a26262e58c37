import {
  LineClient,
  LineOperator,
  planInstallation,
  type DossierMenu,
  type LineClientOptions,
  type WebhookTest,
} from '@dossier/line';
import { fail, note, ok, warn, type Check, type Finding } from './doctor-check.ts';
import { isLineError, lineErrorText } from './line-error.ts';

/** From here on an operator should think of the next month's plan. */
const NEARLY_USED = 0.8;

/** What LINE is asked, beside its own settings. */
export interface ChannelQuestions {
  /** The webhook that LINE should call; undefined when nothing tells. */
  readonly expectedWebhook: string | undefined;
  /** Have LINE call the webhook. */
  readonly test: boolean;
  /** The menu that should be under the chat. */
  readonly menu: DossierMenu;
}

/** What LINE tells about the channel. The first answer proves the credentials; without it there is no other. */
export async function channelChecks(
  options: LineClientOptions,
  questions: ChannelQuestions,
): Promise<readonly Check[]> {
  const operator = new LineOperator(options);
  const token = await found(async () => {
    const { displayName, basicId } = await operator.botInfo();
    return ok(`LINE takes the credentials: ${displayName} (${basicId}).`);
  });
  const first: Check = { name: 'channel', ...token };
  if (first.status === 'fail') return [first];
  const webhook = await found(() => lookAtWebhook(operator, questions.expectedWebhook));
  const called = questions.test
    ? await found(async () => judgeTest(await operator.testWebhook()))
    : note('LINE was not asked to call the webhook.', 'Add --test while Dossier runs.');
  return [
    first,
    { name: 'webhook', ...webhook },
    { name: 'test', ...called },
    { name: 'quota', ...(await found(() => lookAtQuota(new LineClient(options)))) },
    { name: 'menu', ...(await found(() => lookAtMenu(operator, questions.menu))) },
    { name: 'console', ...CONSOLE },
  ];
}

/** LINE's API does not tell these switches. */
const CONSOLE = note(
  'Three switches can be seen in the LINE Developers console only (Messaging API tab).',
  '"Webhook redelivery" on: events that could not be stored come again. "Allow bot to join group ' +
    'chats" on, for groups. "Auto-reply messages" off, or LINE answers beside Dossier.',
);

async function lookAtWebhook(
  operator: LineOperator,
  expected: string | undefined,
): Promise<Finding> {
  const webhook = await operator.webhookAddress();
  const where = 'in the console: Messaging API tab, Webhook settings';
  const wanted = expected ?? 'the https address of your server, with /line/webhook at its end';
  if (webhook === undefined) return fail('No webhook is set.', `Set ${wanted} ${where}.`);
  const { url, active } = webhook;
  if (!url.startsWith('https:'))
    return fail(`The webhook ${url} is not https.`, `Set ${wanted} ${where}.`);
  if (expected !== undefined && url !== expected) {
    return fail(
      `LINE calls ${url}, not ${expected}.`,
      `Change it ${where} (or name the right one with --webhook-url).`,
    );
  }
  if (!active)
    return fail(`The webhook ${url} is switched off.`, `Turn "Use webhook" on ${where}.`);
  return expected === undefined
    ? note(`LINE calls ${url}.`, 'Set DOSSIER_PUBLIC_URL, and the address is compared with it.')
    : ok(`LINE calls ${url}.`);
}

/** What to do, by LINE's reasons (and, for an error status, by what Dossier means with it). */
const REMEDIES: Readonly<Record<string, string>> = {
  COULD_NOT_CONNECT:
    'See that Dossier and the tunnel or proxy run, and that its certificate is a public one with its chain.',
  REQUEST_TIMEOUT:
    'Dossier must answer within 2 seconds: see how busy it is, and where the tunnel ends.',
  ERROR_STATUS_CODE:
    '401: LINE_CHANNEL_SECRET is not that of this channel. 404: the address must end in /line/webhook. ' +
    '5xx: see the log of Dossier or of the proxy.',
};

function judgeTest({ success, status, reason, detail }: WebhookTest): Finding {
  if (success) return ok('LINE called the webhook, and its signature was accepted.');
  const remedy = REMEDIES[reason] ?? 'Try again; see the log of Dossier.';
  return fail(`LINE called the webhook: ${reason} (status ${status}, ${detail}).`, remedy);
}

async function lookAtQuota(client: LineClient): Promise<Finding> {
  const quota = await client.quota();
  if (quota.kind === 'unlimited') return ok('The plan has no limit.');
  const { limit, used } = quota;
  const share = limit === 0 ? 1 : used / limit;
  const left = Math.max(0, limit - used);
  const says = `${used} of ${limit} messages used this month (${Math.floor(share * 100)} %), ${left} left.`;
  if (left === 0) {
    return fail(
      says,
      'Reports wait for the next message of their reader; change the plan to push again.',
    );
  }
  return share >= NEARLY_USED
    ? warn(says, 'Soon reports are handed over only on the next message; think of a larger plan.')
    : ok(says);
}

/** A channel may have a menu of its own on purpose, so this is never wrong. */
async function lookAtMenu(operator: LineOperator, menu: DossierMenu): Promise<Finding> {
  const steps = await planInstallation(operator, menu);
  return steps.some(({ does }) => does === 'install')
    ? note(
        'The menu under the chat is not that of this release.',
        'dossier line rich-menu installs it.',
      )
    : ok('The menu under the chat is installed.');
}

/** What it means when LINE does not answer as it should; errors of our own are bugs, and stay ones. */
async function found(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!isLineError(error)) throw error;
    return fail(lineErrorText(error), remedyFor(error.reason));
  }
}

function remedyFor(reason: string): string {
  switch (reason) {
    case 'line-credentials-refused':
      return 'LINE_CHANNEL_ID and LINE_CHANNEL_SECRET must be of the same Messaging API channel (Basic settings tab).';
    case 'line-unauthorized':
      return 'Issue a new token (Messaging API tab), or remove LINE_CHANNEL_ACCESS_TOKEN and set LINE_CHANNEL_ID.';
    case 'line-rate-limited':
      return 'Too many requests: wait a minute and ask again.';
    default:
      return 'See that this machine reaches LINE_API_URL, and ask again.';
  }
}
