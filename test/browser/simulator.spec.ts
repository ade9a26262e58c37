import type { Locator, Page } from 'playwright-core';
import { browserFound, startSimulatorInBrowser, type SimulatorInBrowser } from './simulator.kit.ts';

const inBrowser = browserFound() ? describe : describe.skip;

const ANN = `U${'d055'.repeat(8)}`;
const JIA = `U${'ca07'.repeat(8)}`;
const KEN = `U${'4e7a'.repeat(8)}`;
const TEAM = `C${'d055'.repeat(8)}`;
const text = (words: string) => ({ type: 'text', text: words });

inBrowser('the simulator page in Chromium', () => {
  let simulator: SimulatorInBrowser;
  let page: Page;
  beforeAll(async () => {
    simulator = await startSimulatorInBrowser();
  }, 60_000);
  beforeEach(async () => {
    page = await simulator.open(1500, 900);
  });
  afterEach(() => page.close());
  afterAll(() => simulator.close(), 60_000);

  const enter = (name: string) => page.locator('.room', { hasText: name }).click();
  const said = (words: string) => page.locator('#log').getByText(words, { exact: true });
  const say = async (words: string) => {
    await page.fill('#text', words);
    await page.press('#text', 'Enter');
    await said(words).waitFor();
  };
  const use = async (row: Locator, tool: string) => {
    await row.hover();
    await row.getByRole('button', { name: tool }).click();
  };
  const rowOf = (words: string) =>
    page.locator('#log .row', { has: page.getByText(words, { exact: true }) });
  const firstSending = (words: RegExp) =>
    page.locator('#ledger li').first().filter({ hasText: words });

  it('keeps the chats of two people apart, also when both speak at once in two windows', async () => {
    const other = await simulator.open(900, 700);
    await other.locator('.room', { hasText: '佳蓉' }).click();
    await Promise.all([
      say('小安的問題'),
      other.fill('#text', '佳蓉的問題').then(() => other.press('#text', 'Enter')),
    ]);
    await other.locator('#log').getByText('佳蓉的問題').waitFor();
    await expect(said('佳蓉的問題').count()).resolves.toBe(0);
    await enter('佳蓉');
    await said('佳蓉的問題').waitFor();
    await expect(said('小安的問題').count()).resolves.toBe(0);
    await other.close();
  });

  it('marks a chat where the bot wrote, until one looks at it', async () => {
    await simulator.push(KEN, text('給健太'));
    const unread = page.locator('.room', { hasText: '健太' }).locator('.unread');
    await unread.waitFor();
    await enter('健太');
    await said('給健太').waitFor();
    await expect(unread.isVisible()).resolves.toBe(false);
  });

  it('keeps what one was writing in each chat', async () => {
    await page.fill('#text', '還沒寫完');
    await enter('佳蓉');
    await expect(page.inputValue('#text')).resolves.toBe('');
    await page.fill('#text', '另一句');
    await enter('小安');
    await expect(page.inputValue('#text')).resolves.toBe('還沒寫完');
    await enter('佳蓉');
    await expect(page.inputValue('#text')).resolves.toBe('另一句');
  });

  it('mentions the bot in the group, as whoever is chosen to speak', async () => {
    await enter('研究小組');
    await page.locator('.speaker', { hasText: '健太' }).click();
    await page.getByRole('button', { name: '提及 Dossier' }).click();
    await page.type('#text', '比較太陽能');
    await page.press('#text', 'Enter');
    await said('@Dossier 比較太陽能').waitFor();
    expect(simulator.line.history(TEAM).at(-1)).toMatchObject({ userId: KEN });
    await expect(rowOf('@Dossier 比較太陽能').getAttribute('class')).resolves.toContain('own');
    await page.locator('.speaker', { hasText: '小安' }).click();
    await expect(rowOf('@Dossier 比較太陽能').getAttribute('class')).resolves.not.toContain('own');
    await simulator.push(TEAM, text('收到'));
    await firstSending(/推播\s*研究小組\s*3 則/).waitFor();
    await simulator.picture(page, 'group');
  });

  it('a blocked bot reaches nobody and pays nothing, and one writes again after the block', async () => {
    await page.getByLabel('小安', { exact: true }).first().check();
    await page.locator('#blocked').waitFor();
    await expect(page.locator('#composer').isVisible()).resolves.toBe(false);
    await simulator.push(ANN, text('沒有人看到'));
    await firstSending(/0 則/).waitFor();
    await expect(said('沒有人看到').count()).resolves.toBe(0);
    await simulator.picture(page, 'blocked');
    await page.getByRole('button', { name: '解除封鎖' }).click();
    await say('我回來了');
  });

  it('an exhausted quota refuses a push, says so, and counts nothing', async () => {
    const used = simulator.line.quotaUsed;
    await page.getByLabel('額度用盡').check();
    await page.locator('#usage').getByText('額度用盡').waitFor();
    await expect(simulator.push(JIA, text('太多了'))).resolves.toBe(429);
    await firstSending(/額度用盡/).waitFor();
    expect(simulator.line.quotaUsed).toBe(used);
    await page.getByLabel('額度用盡').uncheck();
    await page
      .locator('#usage')
      .getByText(/／200 則/)
      .waitFor();
  });

  it('takes a message back', async () => {
    await say('不該說的話');
    await use(rowOf('不該說的話'), '收回');
    await page.locator('#log').getByText('你已收回訊息').waitFor();
    await expect(said('不該說的話').count()).resolves.toBe(0);
    await page.reload();
    await said('我回來了').waitFor();
    await expect(said('不該說的話').count()).resolves.toBe(0);
  });

  it('quotes a message of the bot', async () => {
    await simulator.push(ANN, text('第一版已完成'));
    await said('第一版已完成').waitFor();
    await use(rowOf('第一版已完成'), '回覆');
    await page.locator('#context').getByText('回覆：第一版已完成').waitFor();
    await say('再深一點');
    await expect(rowOf('再深一點').locator('.quoted').textContent()).resolves.toContain(
      '第一版已完成',
    );
    await expect(page.locator('#context').isVisible()).resolves.toBe(false);
  });

  it('edits a message in the group', async () => {
    await enter('研究小組');
    await say('離岸風店');
    await use(rowOf('離岸風店'), '編輯');
    await expect(page.inputValue('#text')).resolves.toBe('離岸風店');
    await say('離岸風電');
    // While one points at a message, its buttons stand in the place of its marks.
    await page.mouse.move(5, 5);
    await rowOf('離岸風電').getByText('已編輯').waitFor();
    await expect(said('離岸風店').count()).resolves.toBe(0);
  });

  it('quick replies and buttons speak: a message, a postback with its text, a prepared sentence', async () => {
    const items = [
      { type: 'message', label: '說一句', text: '這是快速回覆' },
      { type: 'postback', label: '查看進度', data: 'act=status', displayText: '我想看進度' },
      {
        type: 'postback',
        label: '追問',
        data: 'act=ask',
        inputOption: 'openKeyboard',
        fillInText: '第 2 章',
      },
    ].map((action) => ({ type: 'action', action }));
    await simulator.push(ANN, { ...text('請選擇'), quickReply: { items } });
    await page.locator('#quick').getByText('說一句').click();
    await said('這是快速回覆').waitFor();
    await expect(page.locator('#quick').isVisible()).resolves.toBe(false);
    await simulator.push(ANN, { ...text('再選一次'), quickReply: { items } });
    await page.locator('#quick').getByText('查看進度').click();
    await said('我想看進度').waitFor();
    expect(simulator.line.history(ANN).at(-1)).toMatchObject({ postbackData: 'act=status' });
    await simulator.push(ANN, { ...text('最後一次'), quickReply: { items } });
    await page.locator('#quick').getByText('追問').click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '第 2 章');
  });

  it('shows a card as LINE does: a label is cut or shrinks, a carousel scrolls from card to card', async () => {
    const label = '閱讀完整報告與所有引用來源的附錄';
    const action = { type: 'message', label, text: label };
    const button = { type: 'button', style: 'primary', height: 'sm', action };
    const contents = [button, { ...button, adjustMode: 'shrink-to-fit' }];
    const footer = { type: 'box', layout: 'vertical', spacing: 'sm', contents };
    const bubble = { type: 'bubble', size: 'kilo', footer };
    const carousel = { type: 'carousel', contents: [bubble, bubble, bubble] };
    await enter('健太');
    await simulator.push(KEN, { type: 'flex', altText: '報告', contents: carousel });
    const labels = page.locator('.flex-bubble').first().locator('.label');
    const overflow = (element: Element) => element.scrollWidth - element.clientWidth;
    await labels.nth(1).waitFor();
    expect(await labels.nth(0).evaluate(overflow)).toBeGreaterThan(0);
    await page.waitForFunction(() => {
      const shrunk = document.querySelectorAll('.flex-bubble .label')[1];
      return shrunk !== undefined && shrunk.scrollWidth <= shrunk.clientWidth + 1;
    });
    const row = page.locator('.flex-carousel');
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      () => (document.querySelector('.flex-carousel')?.scrollLeft ?? 0) > 0,
    );
    await simulator.picture(page, 'carousel');
  });

  it('a bot that was removed from the group hears nothing there until it is invited', async () => {
    await enter('研究小組');
    await page.getByLabel('移出群組').check();
    await page.locator('#blocked').getByText('機器人不在群組裡').waitFor();
    await expect(page.locator('#speakers').isVisible()).resolves.toBe(false);
    await enter('佳蓉');
    await expect(page.locator('#composer').isVisible()).resolves.toBe(true);
    await enter('研究小組');
    await page.getByRole('button', { name: '邀請機器人' }).click();
    await say('歡迎回來');
  });

  it.each([false, true])('fits a phone, its cards one tap away; dark: %s', async (dark) => {
    const phone = await simulator.open(360, 740, dark);
    const overflow = () =>
      phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBe(0);
    await simulator.picture(phone, `phone-${dark ? 'dark' : 'light'}`);
    await phone.getByRole('button', { name: '情境與費用' }).click();
    await phone.locator('#ledger').waitFor();
    expect(await overflow()).toBe(0);
    await simulator.picture(phone, `phone-cards-${dark ? 'dark' : 'light'}`);
    await phone.keyboard.press('Escape');
    await phone.locator('#panel').waitFor({ state: 'hidden' });
    await expect(phone.locator(':focus').textContent()).resolves.toContain('情境與費用');
    await phone.close();
  });

  it('reports no script error and no blocked resource', () => {
    // A refused request is part of the tests; Chromium writes it to the console.
    expect(simulator.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
});
