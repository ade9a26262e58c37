import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeLine } from '@dossier/fake-line';
import { startLocal } from '@dossier/local';
import { readSettings } from '@dossier/platform';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Debian's browser, unless the environment names another. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is a browser to test in; says so when there is none. */
export function browserFound(): boolean {
  const found = existsSync(CHROMIUM);
  if (!found) {
    process.stderr.write(
      `Browser test skipped: no Chromium at ${CHROMIUM}. Debian: apt-get install chromium\n`,
    );
  }
  return found;
}

/** Set to a folder to keep pictures of the pages, for people to look at. */
const pictures = process.env['PICTURES'];

/** The simulator's page in a browser, with a bot that says only what the test makes it say. */
export interface SimulatorInBrowser {
  readonly line: FakeLine;
  /** Script errors and blocked resources of all pages. */
  readonly problems: readonly string[];
  /** Opens the simulator in a window of its own. */
  open(width: number, height: number, dark?: boolean): Promise<Page>;
  /** The bot pushes messages; @returns LINE's status. */
  push(to: string, ...messages: object[]): Promise<number>;
  picture(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts one; what the people write reaches a listener that only says 200. */
export async function startSimulatorInBrowser(): Promise<SimulatorInBrowser> {
  const data = mkdtempSync(join(tmpdir(), 'dossier-simulator-'));
  const dossier = await startLocal(
    readSettings({ PORT: '0', DOSSIER_DATA: data, DOSSIER_TIMINGS: 'test', LOG_LEVEL: 'warn' }),
    () => undefined,
  );
  const { simulator: line, settings } = dossier;
  if (line === undefined) throw new Error('the simulator did not start');
  const bot = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  line.webhookUrl = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
  });
  const problems: string[] = [];
  return {
    line,
    problems,
    async open(width, height, dark = false) {
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        locale: 'zh-TW',
      });
      page.setDefaultTimeout(10_000);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.goto(dossier.url);
      await page.locator('.room').first().waitFor();
      return page;
    },
    async push(to, ...messages) {
      const { status } = await fetch(`${line.url}/v2/bot/message/push`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.LINE_CHANNEL_ACCESS_TOKEN ?? ''}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ to, messages }),
      });
      return status;
    },
    async picture(page, name) {
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    async close() {
      await browser.close();
      bot.closeAllConnections();
      await new Promise<void>((resolve) => bot.close(() => resolve()));
      await dossier.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
