import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startLocal, type LocalDossier } from '@dossier/local';
import { readSettings } from '@dossier/platform';
import { browserFound, CHROMIUM } from './simulator.kit.ts';

const inBrowser = browserFound() ? describe : describe.skip;
/** Set to a folder to keep pictures of the pages, for people to look at. */
const pictures = process.env['PICTURES'];

const QUESTION = '地熱電廠會影響溫泉的水位嗎？';
const HOSTILE =
  '<img src=x onerror="document.title=`hacked`"> <script>alert(1)</script> **粗體** 地熱';

inBrowser('chat page and report in Chromium', () => {
  const data = mkdtempSync(join(tmpdir(), 'dossier-browser-'));
  let dossier: LocalDossier;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  const start = (): Promise<LocalDossier> =>
    startLocal(
      readSettings({ PORT: '0', DOSSIER_DATA: data, DOSSIER_TIMINGS: 'test', LOG_LEVEL: 'warn' }),
      () => undefined,
    );

  const open = async (width: number, height: number, dark = false): Promise<Page> => {
    const opened = await browser.newPage({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'zh-TW',
    });
    opened.on('pageerror', (error) => problems.push(error.message));
    opened.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    return opened;
  };

  const picture = async (of: Page, name: string, fullPage = false): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await of.screenshot({ path: join(pictures, `${name}.png`), fullPage });
  };

  const say = async (text: string): Promise<void> => {
    await page.fill('#text', text);
    await page.press('#text', 'Enter');
  };

  beforeAll(async () => {
    dossier = await start();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await open(1280, 860);
    await page.goto(dossier.url);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await dossier.close();
    rmSync(data, { recursive: true, force: true });
  }, 60_000);

  it('offers example questions in an empty chat', async () => {
    await page.waitForSelector('#examples button');
    await picture(page, 'chat-empty');
  });

  it('answers a question with a reply and then a card', async () => {
    await say(QUESTION);
    const log = page.locator('#log');
    await log.locator('.own').getByText(QUESTION, { exact: true }).waitFor();
    await log.getByText('收到，開始研究').waitFor();
    await log.getByText('閱讀完整報告').waitFor({ timeout: 40_000 });
    await picture(page, 'chat-card');
  }, 60_000);

  it('opens the report from the card: headings, notes that jump both ways, the extract', async () => {
    const [report] = await Promise.all([
      page.waitForEvent('popup'),
      page.locator('#log').getByText('閱讀完整報告').click(),
    ]);
    await report.waitForLoadState();
    const headings = await report.locator('h2').allTextContents();
    expect(headings.join()).toMatch(/摘要.*分歧.*限制/s);
    const marker = report.locator('main sup a').first();
    await marker.click();
    const note = report.locator(':target');
    await expect(note.locator('mark').first().textContent()).resolves.not.toBe('');
    await note.locator('a[href^="#"]').last().click();
    await expect(report.locator(':target').count()).resolves.toBe(1);
    await expect(report.locator('script').count()).resolves.toBe(0);
    await picture(report, 'report-desktop', true);
    const phone = await open(390, 844);
    await phone.goto(report.url());
    const overflow = await phone.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await picture(phone, 'report-phone', true);
    const dark = await open(390, 844, true);
    await dark.goto(report.url());
    await picture(dark, 'report-dark', true);
    await Promise.all([report.close(), phone.close(), dark.close()]);
  }, 60_000);

  it('shows hostile text as text, in the chat, the card and the report', async () => {
    await say(HOSTILE);
    const log = page.locator('#log');
    await log.locator('.own').getByText(HOSTILE, { exact: true }).waitFor();
    // A card comes whether or not anything was found: two per question, when it begins and when it ends.
    await log.locator('.flex-bubble').nth(3).waitFor({ timeout: 40_000 });
    await expect(page.locator('#log img, #log script').count()).resolves.toBe(0);
    await expect(page.title()).resolves.not.toContain('hacked');
  }, 60_000);

  it('keeps the conversation over a restart', async () => {
    await dossier.close();
    dossier = await start();
    const again = await open(390, 844);
    await again.goto(dossier.url);
    await again.locator('#log .own').getByText(QUESTION, { exact: true }).waitFor();
    await again.locator('#log').getByText('閱讀完整報告').first().waitFor();
    await picture(again, 'chat-phone');
    await again.close();
  }, 60_000);

  it('reports no script error and no blocked resource', () => {
    // While the server restarts, the open page's stream is refused: that is its own doing.
    const own = problems.filter((text) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE/.test(text));
    expect(own).toEqual([]);
  });
});
