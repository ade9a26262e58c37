import { createHmac } from 'node:crypto';
import { startLocalCloud, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { startServicesInOneProcess } from '../e2e/services-in-one-process.kit.ts';
import { eventually } from '../support/eventually.ts';
import { startIngress } from './ingress-only.kit.ts';
import { BOT } from './line-world.kit.ts';
import { strangersOf, type Talk } from './talk.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const ACCEPTED = '收到，開始研究';
const REPLY = '/v2/bot/message/reply';
const TOKEN = '/oauth2/v3/token';

let cloud: LocalCloud;
let people: ReturnType<typeof strangersOf>;
beforeAll(async () => {
  cloud = await startLocalCloud();
  people = strangersOf(cloud);
});
afterAll(() => cloud.close());

/** Lets an ingress with these settings answer while something happens. */
async function withSettings(
  change: Record<string, string>,
  act: () => Promise<void>,
): Promise<void> {
  const ingress = await startIngress(cloud.settings({ DOSSIER_TIMINGS: 'cloud', ...change }));
  cloud.line.webhookUrl = ingress.webhookUrl;
  await act().finally(() => ingress.close());
}

/** A question that is begun, and out of the way again. */
async function begun(talk: Talk, lead = ''): Promise<string> {
  const { words } = await talk.say(`${lead}${QUESTION}`);
  if (words.includes(ACCEPTED)) await talk.say(`${lead}取消`);
  return words;
}

const callsOf = (path: string) => cloud.line.journal.filter((call) => call.path === path);

describe('two channel secrets', () => {
  it('are good while the secret is being changed, and no third', async () => {
    const { LINE_CHANNEL_SECRET: old } = cloud.environment;
    const fresh = 'a-fresh-channel-secret-of-this-test';
    const secrets = { LINE_CHANNEL_SECRET: fresh, LINE_CHANNEL_SECRET_PREVIOUS: old };
    const rawBody = '{"events":[]}';
    const signedWith = (secret: string) => ({
      rawBody,
      signature: createHmac('sha256', secret).update(rawBody).digest('base64'),
    });
    await withSettings(secrets, async () => {
      const statuses = [];
      for (const secret of [old, fresh, 'a-third-channel-secret']) {
        statuses.push((await cloud.line.sendEvents([], signedWith(secret))).status);
      }
      expect(statuses).toEqual([200, 200, 401]);
      expect((await people.alone().say(QUESTION)).words).toContain(ACCEPTED);
    });
  });
});

describe('tokens that Dossier issues itself', () => {
  const credentials = { LINE_CHANNEL_ID: '1234567890', LINE_CHANNEL_ACCESS_TOKEN: '' };

  it('are issued once and used for everything, from the reply to the card', async () => {
    const services = await startServicesInOneProcess(cloud.settings(credentials));
    cloud.line.webhookUrl = `${services.url}/line/webhook`;
    const before = callsOf(TOKEN).length;
    try {
      const talk = people.alone();
      const { runId } = await talk.say(QUESTION);
      await talk.endOf(runId);
      expect(talk.pushes).toHaveLength(1);
      // The ingress and the notifier have a client each.
      expect(callsOf(TOKEN).length - before).toBeLessThanOrEqual(2);
    } finally {
      await services.close();
    }
  });

  it('are renewed once when LINE refuses one, and the answer is sent once', async () => {
    await withSettings(credentials, async () => {
      const talk = people.alone();
      await talk.say('你好');
      const [tokens, replies] = [callsOf(TOKEN).length, callsOf(REPLY).length];
      cloud.line.fault({ path: REPLY, when: 'before', status: 401 });
      await talk.say('謝謝');
      expect(callsOf(TOKEN).length - tokens).toBe(1);
      expect(callsOf(REPLY).length - replies).toBe(2);
      expect(talk.replies).toHaveLength(2);
    });
  });

  it('are not asked for again and again when LINE refuses the next one, too', async () => {
    await withSettings(credentials, async () => {
      const talk = people.alone();
      await talk.say('你好');
      const tokens = callsOf(TOKEN).length;
      for (const path of [REPLY, REPLY]) {
        cloud.line.fault({ path, when: 'before', status: 401 });
      }
      const replies = callsOf(REPLY).length;
      await talk.sayInSilence('謝謝');
      await eventually('both attempts', () => callsOf(REPLY).length - replies === 2);
      expect(callsOf(TOKEN).length - tokens).toBe(1);
      expect(talk.replies).toHaveLength(1);
    });
  });
});

describe('daily limits', () => {
  it('end with a word when a person has begun as many as they may, and leave others alone', async () => {
    await withSettings({ DOSSIER_DAILY_RUNS_PER_USER: '2' }, async () => {
      const [talk, other] = [people.alone(), people.alone()];
      expect(await begun(talk)).toContain(ACCEPTED);
      expect(await begun(talk)).toContain(ACCEPTED);
      expect(await begun(talk)).toContain('你今天的研究次數（2 次）已經用完了');
      expect((await talk.say('我的報告')).words).toContain('2 個研究');
      expect(await begun(other)).toContain(ACCEPTED);
    });
  });

  it('count for a person wherever they ask', async () => {
    await withSettings({ DOSSIER_DAILY_RUNS_PER_USER: '1' }, async () => {
      const talk = people.inGroup();
      expect(await begun(talk, `${BOT} `)).toContain(ACCEPTED);
      const alone = people.aloneAs(talk.speaker.userId);
      expect(await begun(alone)).toContain('已經用完了');
    });
  });

  it('count for a group whoever asks, and not for its people elsewhere', async () => {
    await withSettings({ DOSSIER_DAILY_RUNS_PER_GROUP: '1' }, async () => {
      const talk = people.inGroup();
      const neighbour = people.inGroup(talk.to);
      expect(await begun(talk, `${BOT} `)).toContain(ACCEPTED);
      expect(await begun(neighbour, `${BOT} `)).toContain('這個群組今天的研究次數（1 次）');
      expect(await begun(people.aloneAs(neighbour.speaker.userId))).toContain(ACCEPTED);
    });
  });

  it('hold for questions that come at once', async () => {
    await withSettings({ DOSSIER_DAILY_RUNS_PER_USER: '1' }, async () => {
      const talk = people.alone();
      const groups = [people.inGroup(), people.inGroup(), people.inGroup()].map((each) =>
        people.inGroupAs(each.to, talk.speaker.userId),
      );
      const heard = await Promise.all(groups.map((each) => each.say(`${BOT} ${QUESTION}`)));
      expect(heard.filter(({ words }) => words.includes(ACCEPTED))).toHaveLength(1);
    });
  });
});

describe('a list of allowed senders', () => {
  it('lets those people and groups in, and nobody else', async () => {
    const [friend, stranger] = [people.alone(), people.alone()];
    const [club, elsewhere] = [people.inGroup(), people.inGroup()];
    const DOSSIER_ALLOWED_SENDERS = [friend.to, club.to].join(',');
    await withSettings({ DOSSIER_ALLOWED_SENDERS }, async () => {
      expect(await begun(friend)).toContain(ACCEPTED);
      expect(await begun(people.inGroup(club.to), `${BOT} `)).toContain(ACCEPTED);
      expect(await begun(stranger)).toContain('這個聊天室目前沒有開放使用');
      expect(await begun(elsewhere, `${BOT} `)).toContain('這個聊天室目前沒有開放使用');
      // Somebody on the list may ask anywhere.
      const guest = people.inGroupAs(elsewhere.to, friend.speaker.userId);
      expect(await begun(guest, `${BOT} `)).toContain(ACCEPTED);
      const before = cloud.line.journal.length;
      await elsewhere.sayInSilence('大家好');
      expect(cloud.line.journal.length).toBe(before);
    });
  });
});

describe('other settings', () => {
  it('another prefix addresses the bot in groups, and the old one no more', async () => {
    await withSettings({ DOSSIER_GROUP_PREFIX: '/ask' }, async () => {
      const talk = people.inGroup();
      await talk.sayInSilence(`/研究 ${QUESTION}`);
      expect((await talk.say(`/ask ${QUESTION}`)).words).toContain(ACCEPTED);
      expect(talk.replies).toHaveLength(1);
    });
  });

  it('personal data stays when masking is off', async () => {
    await withSettings({ DOSSIER_MASK_PERSONAL_DATA: 'off' }, async () => {
      const { words } = await people.alone().say('0912-345-678 是哪一家電信的號碼？');
      expect(words).toContain('0912-345-678');
    });
  });
});
