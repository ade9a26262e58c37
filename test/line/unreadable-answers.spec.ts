import { startLocalCloud, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { startServicesInOneProcess } from '../e2e/services-in-one-process.kit.ts';
import { startGarblingLine } from './garbling-line.kit.ts';
import { strangersOf } from './talk.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';
const QUOTA = '/v2/bot/message/quota';

let cloud: LocalCloud;
let way: Awaited<ReturnType<typeof startGarblingLine>>;
let people: ReturnType<typeof strangersOf>;
let services: Awaited<ReturnType<typeof startServicesInOneProcess>>;
beforeAll(async () => {
  cloud = await startLocalCloud();
  people = strangersOf(cloud);
  way = await startGarblingLine(() => cloud.line.url);
  services = await startServicesInOneProcess(cloud.settings({ LINE_API_URL: way.url }));
  cloud.line.webhookUrl = `${services.url}/line/webhook`;
});
afterAll(async () => {
  await services.close();
  await way.close();
  await cloud.close();
});

/** Somebody asks, and the run goes to its end. @returns the statuses of the requests to each path. */
async function asked() {
  const talk = people.alone();
  const before = cloud.line.journal.length;
  const { runId } = await talk.say(QUESTION);
  const { told } = await talk.endOf(runId);
  const calls = cloud.line.journal.slice(before);
  const statuses = (path: string): unknown[] =>
    calls.filter((call) => call.path === path).map(({ status }) => status);
  return { talk, told, statuses };
}

describe('a 200 whose body cannot be read', () => {
  it('of a push: it is repeated with its key, and the 409 counts as sent', async () => {
    way.garble(PUSH);
    const { talk, told, statuses } = await asked();
    expect([told, statuses(PUSH), talk.pushes.length]).toEqual(['sent', [200, 409], 1]);
  });

  it('of a reply: it is not sent again, and the card is pushed as always', async () => {
    way.garble(REPLY);
    const { talk, statuses } = await asked();
    expect([statuses(REPLY), talk.replies.length, talk.pushes.length]).toEqual([[200], 1, 1]);
  });

  it('of the quota: the card is pushed, since LINE has the last word', async () => {
    way.garble(QUOTA);
    const { told, statuses } = await asked();
    expect([told, statuses(PUSH)]).toEqual(['sent', [200]]);
  });
});
