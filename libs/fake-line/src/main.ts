import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { FakeLine } from './fake-line.ts';

const HELP = `Usage: npm run fake-line [-- --port PORT --webhook URL --data FILE --help]

A strict stand-in for the LINE Messaging API, to try services that run alone. Prints the settings that
they need, sends each line typed here as a signed webhook, and shows what the bot answers.

  --port PORT     where to listen (default 9198)
  --webhook URL   the bot's webhook (default http://localhost:3000/line/webhook)
  --data FILE     SQLite file that keeps what was accepted (default: in memory)
`;

/** For trying on one machine: what it guards is only this stand-in. */
const SECRETS = {
  channelSecret: 'fake-line-channel-secret',
  accessToken: 'fake-line-access-token',
};
const SPEAKER = { userId: `U${'0'.repeat(32)}` };

function options() {
  return parseArgs({
    options: {
      port: { type: 'string', default: '9198' },
      webhook: { type: 'string', default: 'http://localhost:3000/line/webhook' },
      data: { type: 'string' },
      help: { type: 'boolean' },
    },
  }).values;
}

async function main(): Promise<number> {
  let given: ReturnType<typeof options>;
  try {
    given = options();
  } catch (error) {
    process.stderr.write(`${String(error)}\n\n${HELP}`);
    return 2;
  }
  if (given.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const database = given.data === undefined ? {} : { database: given.data };
  const line = await FakeLine.start({ ...SECRETS, ...database, port: Number(given.port) });
  line.webhookUrl = given.webhook;
  line.onActivity((activity) => {
    if (activity.type === 'webhook' && !activity.result.ok) {
      process.stdout.write(`! webhook: ${activity.result.reason} ${activity.result.status}\n`);
    }
    if (activity.type !== 'delivered') return;
    for (const { kind, message } of activity.entries) {
      process.stdout.write(`< ${kind}: ${JSON.stringify(message)}\n`);
    }
  });
  process.stdout.write(
    `export LINE_API_URL=${line.url}\n` +
      `export LINE_CHANNEL_SECRET=${SECRETS.channelSecret}\n` +
      `export LINE_CHANNEL_ACCESS_TOKEN=${SECRETS.accessToken}\n` +
      `# Type a question and press Enter; Ctrl-D ends.\n`,
  );
  for await (const text of createInterface({ input: process.stdin })) {
    if (text.trim() !== '') await line.sendText(SPEAKER, text);
  }
  await line.close();
  return 0;
}

process.exitCode = await main();
