import { runIdOf } from '@dossier/contracts';
import { Talk } from '../line/talk.kit.ts';
import { eventually } from '../support/eventually.ts';
import { startLocalCloud, type Asked, type LocalCloud } from './local-cloud.kit.ts';
import { startServicesInOneProcess } from './services-in-one-process.kit.ts';
import {
  DAY,
  elsewhere,
  linkIn,
  LINK_SECRET,
  ShiftedClock,
  startIngress,
  STRICT,
  storedPages,
} from './signed-reports.kit.ts';

const RENEWAL = '連結已過期，請在 LINE 輸入「連結」取得新的連結';

let cloud: LocalCloud;
let asked: Asked;
let clock: ShiftedClock;
let ingress: Awaited<ReturnType<typeof startIngress>>;
/** The link on the card that was pushed. */
let link: URL;
/** Names of the artifacts when the run had just ended. */
let made: readonly string[];

async function artifactIds(): Promise<readonly string[]> {
  const { docs } = await cloud.firestore.collection(`workspaces/${asked.runId}/artifacts`).get();
  return docs.map(({ id }) => id);
}

beforeAll(async () => {
  cloud = await startLocalCloud();
  const services = await startServicesInOneProcess(cloud.settings(STRICT));
  asked = await cloud.ask(services.url, '地熱發電的成本與風險是什麼？');
  await cloud.endOf(asked.runId);
  await services.close();
  made = await artifactIds();
  clock = new ShiftedClock();
  ingress = await startIngress(cloud.settings(STRICT), clock);
  cloud.line.webhookUrl = `${ingress.url}/line/webhook`;
  link = linkIn(cloud.line.pushesOf(asked.userId)[0]?.messages, ingress.url);
}, 120_000);
afterAll(async () => {
  await ingress.close();
  await cloud.close();
});

const get = (url: URL, init: RequestInit = {}): Promise<Response> => fetch(url, init);

/** A link without its signature. */
function bare({ href }: URL): URL {
  const url = new URL(href);
  url.search = '';
  return url;
}

function withQuery(change: (query: URLSearchParams) => void): URL {
  const url = new URL(link);
  change(url.searchParams);
  return url;
}

describe('a report under the strict policy', () => {
  it('is stored as private, and its artifact keeps addresses without a signature', async () => {
    const pages = await storedPages(cloud, asked.runId);
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['latest/report.html', 'v1/report.html', 'v1/report.md']),
    );
    for (const { access, cacheControl } of pages) {
      expect({ access, cacheControl }).toEqual({
        access: 'signed',
        cacheControl: 'private, no-store',
      });
    }
    const publication = await cloud.store.readArtifact(
      { runId: asked.runId, version: 1 },
      'publication',
    );
    expect(publication).toMatchObject({
      access: 'signed',
      url: `https://reports.example/reports/${asked.runId}/v1/report.html`,
    });
  });

  it.each(['GET', 'HEAD'])('opens by the link on its card, for %s alike', async (method) => {
    const page = await get(link, { method });
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    const body = await page.text();
    if (method === 'GET') expect(body).toContain('地熱');
    else expect(body).toBe('');
    await expect(get(bare(link), { method })).resolves.toMatchObject({ status: 403 });
  });

  it('opens every page of its run by one signature, and no page of another run', async () => {
    for (const path of ['report.md', '../latest/report.html', '../latest/versions.html']) {
      await expect(get(elsewhere(link, path))).resolves.toMatchObject({ status: 200 });
    }
    const stranger = elsewhere(link, `/reports/${runIdOf('stranger')}/v1/report.html`);
    await expect(get(stranger)).resolves.toMatchObject({ status: 403 });
    await expect(get(elsewhere(link, '../v9/report.html'))).resolves.toMatchObject({ status: 404 });
  });

  it('lets links inside the page work by a cookie for this run that ends with the link', async () => {
    const cookie = (await get(link)).headers.get('set-cookie') ?? '';
    const [pair = '', ...traits] = cookie.split('; ');
    expect(traits).toEqual([
      `Path=/reports/${asked.runId}`,
      expect.stringMatching(/^Max-Age=\d+$/),
      'HttpOnly',
      'SameSite=Lax',
      'Secure',
    ]);
    const seconds = Number(traits[1]?.slice('Max-Age='.length));
    expect(Math.abs(seconds - (7 * DAY) / 1_000)).toBeLessThan(300);
    const follow = (headers: Record<string, string>) =>
      get(bare(elsewhere(link, '../latest/report.html')), { headers });
    await expect(follow({ cookie: `theme=dark; ${pair}` })).resolves.toMatchObject({ status: 200 });
    await expect(follow({ cookie: `${pair}x` })).resolves.toMatchObject({ status: 403 });
    await expect(follow({})).resolves.toMatchObject({ status: 403 });
  });

  it.each<[string, () => URL]>([
    ['no signature', () => bare(link)],
    ['no end', () => withQuery((query) => query.delete('exp'))],
    ['an end alone', () => withQuery((query) => query.delete('sig'))],
    ['a later end', () => withQuery((query) => query.set('exp', '9999999999'))],
    ['a negative end', () => withQuery((query) => query.set('exp', '-1'))],
    ['an end in milliseconds', () => withQuery((query) => query.set('exp', '1796083200000'))],
    ['an end that is no number', () => withQuery((query) => query.set('exp', '1e10'))],
    ['two ends', () => withQuery((query) => query.append('exp', '9999999999'))],
    ['two signatures', () => withQuery((query) => query.append('sig', 'A'.repeat(43)))],
    ['an empty signature', () => withQuery((query) => query.set('sig', ''))],
    ['a signature of zeros', () => withQuery((query) => query.set('sig', 'A'.repeat(43)))],
    ['a longer signature', () => withQuery((query) => query.set('sig', 'A'.repeat(4_000)))],
    ['a padded signature', () => withQuery((query) => query.append('sig', '='))],
    ['a list for a signature', () => new URL(link.href.replace('sig=', 'sig[]='))],
    ['names in capitals', () => new URL(link.href.replace('exp=', 'EXP='))],
    [
      'a run id in capitals',
      () =>
        elsewhere(
          link,
          link.pathname.replace(asked.runId, (id) => id.toUpperCase()),
        ),
    ],
    ['a run that there is not', () => elsewhere(link, `/reports/${runIdOf('no')}/v1/report.html`)],
    ['no run at all', () => elsewhere(link, '/reports/run/v1/report.html')],
  ])(
    'answers an address with %s by one and the same page, which says what to do',
    async (_what, urlOf) => {
      const refused = await get(urlOf());
      const standard = await get(bare(link));
      expect(refused.status).toBe(403);
      const { date: _, ...headers } = Object.fromEntries(refused.headers);
      const { date: __, ...usual } = Object.fromEntries(standard.headers);
      expect(headers).toEqual(usual);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['set-cookie']).toBeUndefined();
      const text = await refused.text();
      expect(text).toBe(await standard.text());
      expect(text).toContain(RENEWAL);
    },
  );

  it('has no interim results left once the sweep has been there', async () => {
    const interim = made.filter((id) => /^1\.(?:search|step)\./.test(id));
    expect(interim).not.toEqual([]);
    const kept = made.filter((id) => !interim.includes(id));
    await eventually('only what follow-ups need', async () => {
      const left = await artifactIds();
      return left.length === kept.length && left.every((id) => kept.includes(id));
    });
    expect(kept).toEqual(expect.arrayContaining(['1.evidence', '1.plan', '1.report']));
  });

  it('gets a fresh link by 連結 when the old one has expired', async () => {
    const talk = new Talk(cloud, { userId: asked.userId });
    const first = linkIn((await talk.say('連結')).reply?.messages, ingress.url);
    await expect(get(first)).resolves.toMatchObject({ status: 200 });
    clock.aheadMs = 7 * DAY + 5 * 60_000;
    for (const old of [link, first]) {
      const refused = await get(old);
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain(RENEWAL);
    }
    for (const words of ['連結', '我的報告', '版本']) {
      const fresh = linkIn((await talk.say(words)).reply?.messages, ingress.url);
      expect(fresh.href).not.toBe(first.href);
      await expect(get(fresh)).resolves.toMatchObject({ status: 200 });
    }
    clock.aheadMs = 0;
  });

  it('stays private when the policy is changed later, also where nobody can sign', async () => {
    const policy = { DOSSIER_GROUNDING_POLICY: 'own-sources' };
    const relaxed = await startIngress(
      cloud.settings({ ...policy, DOSSIER_LINK_SECRET: LINK_SECRET }),
      clock,
    );
    const unable = await startIngress(cloud.settings(policy), clock);
    try {
      const at = (url: URL, { url: origin }: { url: string }) =>
        get(new URL(`${url.pathname}${url.search}`, origin));
      await expect(at(link, relaxed)).resolves.toMatchObject({ status: 200 });
      await expect(at(link, unable)).resolves.toMatchObject({ status: 403 });
      const noRun = elsewhere(bare(link), `/reports/${runIdOf('no')}/v1/report.html`);
      for (const service of [relaxed, unable]) {
        const [hidden, missing] = [await at(bare(link), service), await at(noRun, service)];
        expect([hidden.status, missing.status]).toEqual([404, 404]);
        expect(await hidden.text()).toBe(await missing.text());
      }
    } finally {
      await Promise.all([relaxed.close(), unable.close()]);
    }
  });

  it('goes from the store with its workspace', async () => {
    clock.aheadMs = 60 * DAY;
    await eventually('neither run nor pages', async () => {
      const workspace = await cloud.store.read(asked.runId);
      return workspace === undefined && (await storedPages(cloud, asked.runId)).length === 0;
    });
    expect((await cloud.firestore.collection('workspaceRemains').get()).size).toBe(0);
  });
});
