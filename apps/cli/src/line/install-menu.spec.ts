import { FakeLine } from '@dossier/fake-line';
import { dossierMenu, LineOperator, type LineClientOptions } from '@dossier/line';
import { systemClock } from '@dossier/platform';
import { CommandStopped } from '../command-exit.ts';
import { changeMenu, menuText } from './install-menu.ts';

/** Drawn once: that takes a while. */
const MENU = dossierMenu();
const SIZE = { width: 2500, height: 843 };
const CONTENT = /^\/v2\/bot\/richmenu\/[^/]+\/content$/;

let line: FakeLine;
let options: LineClientOptions;
let operator: LineOperator;
beforeEach(async () => {
  line = await FakeLine.start({ channelSecret: 's'.repeat(32), accessToken: 'access-token' });
  options = {
    credentials: { kind: 'static', accessToken: 'access-token' },
    baseUrl: line.url,
    timeoutMs: 15_000,
    clock: systemClock,
  };
  operator = new LineOperator(options);
}, 60_000);
afterEach(() => line.close());

/** A menu of that name with the picture of the real one. */
function aMenuCalled(name: string): Promise<string> {
  const action = { type: 'message', label: 'x', text: 'x' } as const;
  const areas = [{ bounds: { x: 0, y: 0, ...SIZE }, action }];
  const menu = { size: SIZE, selected: false, name, chatBarText: 'x', areas };
  return operator.createMenu(menu, MENU.png);
}
const requests = (method: string) => line.journal.filter((entry) => entry.method === method);

it('installs a menu that LINE takes, with three areas side by side, and shows it to everybody', async () => {
  const { steps } = await changeMenu(options, MENU, {});
  expect(steps).toEqual([
    { does: 'install', name: expect.stringMatching(/^dossier-menu-[0-9a-f]{12}$/) as string },
  ]);
  const [menu] = await operator.richMenus();
  expect(await operator.defaultMenuId()).toBe(menu?.id);
  const created = line.journal.find(({ path }) => path === '/v2/bot/richmenu')?.body;
  expect(created).toMatchObject({
    chatBarText: '選單',
    areas: ['新研究', '我的報告', '說明'].map((text) => ({ action: { type: 'message', text } })),
  });
  const image = line.journal.find(({ path }) => CONTENT.test(path));
  expect(image).toMatchObject({ method: 'POST', status: 200 });
});

it('does nothing the second time', async () => {
  await changeMenu(options, MENU, {});
  const asked = requests('POST').length;
  const report = await changeMenu(options, MENU, {});
  expect(menuText(report)).toBe('Nothing to do.');
  expect(requests('POST')).toHaveLength(asked);
});

it('deletes older ones of ours after the new one is shown, and nobody else’s', async () => {
  const old = await aMenuCalled('dossier-menu-0123456789ab');
  const foreign = await aMenuCalled('summer-sale');
  await operator.showToEverybody(old);
  const { steps } = await changeMenu(options, MENU, {});
  expect(steps.map(({ does }) => does)).toEqual(['install', 'delete']);
  const menus = await operator.richMenus();
  expect(menus.map(({ id }) => id)).toEqual([foreign, await operator.defaultMenuId()]);
});

it('goes on where an interrupted installation stopped', async () => {
  line.fault({ path: '/v2/bot/richmenu', when: 'after', drop: true });
  await expect(changeMenu(options, MENU, {})).rejects.toThrow(CommandStopped);
  expect(await operator.richMenus()).toHaveLength(1);
  await changeMenu(options, MENU, {});
  const menus = await operator.richMenus();
  expect(menus.map(({ id }) => id)).toEqual([await operator.defaultMenuId()]);
});

it('says what it would do, and does nothing, with a dry run', async () => {
  const installed = await changeMenu(options, MENU, { dryRun: true });
  expect(menuText(installed)).toMatch(/^Would install dossier-menu-/);
  expect(await operator.richMenus()).toEqual([]);
  await changeMenu(options, MENU, {});
  const removed = await changeMenu(options, MENU, { remove: true, dryRun: true });
  expect(removed.steps.map(({ does }) => does)).toEqual(['hide', 'delete']);
  expect(await operator.richMenus()).toHaveLength(1);
});

it('takes away what it installed, and leaves another default menu in place', async () => {
  await changeMenu(options, MENU, {});
  const foreign = await aMenuCalled('summer-sale');
  await operator.showToEverybody(foreign);
  const { steps } = await changeMenu(options, MENU, { remove: true });
  expect(steps.map(({ does }) => does)).toEqual(['delete']);
  expect(await operator.defaultMenuId()).toBe(foreign);
  expect(menuText(await changeMenu(options, MENU, { remove: true }))).toBe('Nothing to do.');
});

it('explains a refusal, in LINE’s words', async () => {
  const wrong = { ...options, credentials: { kind: 'static', accessToken: 'revoked' } } as const;
  await expect(changeMenu(wrong, MENU, {})).rejects.toThrow(
    /^line-unauthorized: LINE answered 401/,
  );
});
