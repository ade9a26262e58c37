import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Evidence } from '@dossier/contracts';
import { renderDiffPage, renderReportPage, REPORT_PAGE_POLICY } from '@dossier/report';
import { sampleEvaluation, sampleEvidence, sampleKey, sampleReport } from '@dossier/report/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { CHIPS, HOSTILE, versionsPage } from './report-pages.sample.ts';
import { browserFound, CHROMIUM } from './simulator.kit.ts';

const inBrowser = browserFound() ? describe : describe.skip;
const pictures = process.env['PICTURES'];

inBrowser('report pages in Chromium', () => {
  let server: Server;
  let host: string;
  let browser: Browser;
  let context: BrowserContext;
  const asked: string[] = [];
  const pages = new Map<string, string>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': REPORT_PAGE_POLICY,
        })
        .end(pages.get(path) ?? 'elsewhere');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  }, 60_000);
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'zh-TW' });
    asked.length = 0;
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }, 60_000);

  const grounded = (...htmls: readonly string[]): Evidence => {
    const { sources, ...evidence } = sampleEvidence();
    return {
      ...evidence,
      sources: sources.map((source) => ({
        ...source,
        extracts: source.extracts.map((extract) =>
          source.location.kind === 'web' ? { ...extract, wording: 'grounded' } : extract,
        ),
      })),
      searchSuggestions: htmls.map((html, i) => ({
        group: `g${i + 1}`,
        html: html.replaceAll('HOST', host),
      })),
    };
  };

  const show = async (path: string, page: string, dark = false): Promise<Page> => {
    pages.set(path, page);
    const opened = await context.newPage();
    await opened.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await opened.goto(`http://${host}${path}`);
    return opened;
  };

  const showReport = (evidence: Evidence, dark = false): Promise<Page> =>
    show(
      '/run/v2/report.html',
      renderReportPage({
        ...{ key: sampleKey(), report: sampleReport(), evidence, evaluation: sampleEvaluation() },
        place: { earlier: [1], comparedWith: [1] },
      }),
      dark,
    );

  const picture = async (page: Page, name: string): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  };

  it.each([
    ['light', false, 'rgb(255, 255, 255)'],
    ['dark', true, 'rgb(44, 44, 44)'],
  ])('shows search suggestions in their own style: %s', async (name, dark, background) => {
    const page = await showReport(grounded(CHIPS, CHIPS), dark);
    const frames = page.locator('.suggestions iframe');
    await expect(frames.count()).resolves.toBe(2);
    const chip = frames.first().contentFrame().locator('.chip').first();
    await expect(chip.isVisible()).resolves.toBe(true);
    await expect(chip.textContent()).resolves.toBe('電動渡輪 "班次" & 排放');
    const style = await chip.evaluate((element) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element);
      return { backgroundColor, borderRadius };
    });
    expect(style).toEqual({ backgroundColor: background, borderRadius: '16px' });
    const [frame, row, column] = await Promise.all([
      frames.first().boundingBox(),
      frames.first().contentFrame().locator('.container').boundingBox(),
      page.locator('main').boundingBox(),
    ]);
    expect(frame?.width).toBe(column?.width);
    expect(row?.height).toBeLessThanOrEqual(frame?.height ?? 0);
    await picture(page, `report-grounded-${name}`);
  });

  it('keeps a suggestion byte for byte', async () => {
    const evidence = grounded(CHIPS);
    const page = await showReport(evidence);
    const document = await page.locator('.suggestions iframe').getAttribute('srcdoc');
    expect(document?.endsWith(evidence.searchSuggestions?.[0]?.html ?? '')).toBe(true);
  });

  it('opens the links of a suggestion in a tab of their own', async () => {
    const page = await showReport(grounded(CHIPS));
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('.suggestions iframe').contentFrame().locator('.chip').nth(1).click(),
    ]);
    await tab.waitForLoadState();
    expect(tab.url()).toBe(`http://${host}/search?q=2`);
    expect(page.url()).toBe(`http://${host}/run/v2/report.html`);
    await expect(tab.evaluate(() => window.opener === null)).resolves.toBe(true);
  });

  it('lets a hostile suggestion run nothing, fetch nothing and leave its frame by nothing', async () => {
    const page = await showReport(grounded(HOSTILE));
    const title = await page.title();
    const frame = page.locator('.suggestions iframe').contentFrame();
    await frame.locator('#script').waitFor();
    for (const id of ['#send', '#top', '#script']) await frame.locator(id).dispatchEvent('click');
    await frame.locator('#top').click({ force: true });
    // A second page is asked for and shown: by then the first has asked for all it could.
    await (await showReport(sampleEvidence())).close();
    await expect(page.title()).resolves.toBe(title);
    expect(page.url()).toBe(`http://${host}/run/v2/report.html`);
    await expect(page.locator('#escaped').count()).resolves.toBe(0);
    expect(asked.filter((path) => !/^\/(?:run\/|favicon)/.test(path))).toEqual([]);
    await expect(page.locator('h1').isVisible()).resolves.toBe(true);
  });

  it.each([
    ['light', false],
    ['dark', true],
  ])('marks what changed between two versions: %s', async (name, dark) => {
    const [older, newer] = [sampleReport(), sampleReport()];
    const chapters = older.chapters.map((chapter, i) =>
      i === 2
        ? { ...chapter, markdown: chapter.markdown.replace('下降 41%', '下降約四成').slice(0, -9) }
        : chapter,
    );
    const evidence = grounded(CHIPS);
    const page = await show(
      '/run/v2/diff-v1.html',
      renderDiffPage(
        sampleKey().runId,
        {
          version: 1,
          report: { ...older, chapters },
          evidence: { ...evidence, sources: evidence.sources.slice(0, 3) },
        },
        { version: 2, report: newer, evidence },
      ),
      dark,
    );
    const texts = await page.locator('main ins').allTextContents();
    expect(texts.join()).toContain('41%');
    await expect(page.locator('main del').first().textContent()).resolves.toContain('約四成');
    const decoration = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).textDecorationLine);
    await expect(decoration('main ins')).resolves.toBe('underline');
    await expect(decoration('main del')).resolves.toBe('line-through');
    const folded = page.locator('details.unchanged').first();
    await expect(folded.locator('.diff').isVisible()).resolves.toBe(false);
    await folded.locator('summary').click();
    await expect(folded.locator('.diff').isVisible()).resolves.toBe(true);
    await picture(page, `report-differences-${name}`);
  });

  it('fits all pages on a phone', async () => {
    const evidence = grounded(CHIPS);
    const [older, newer] = [sampleReport(), { ...sampleReport(), chapters: [] }];
    const opened = [
      await showReport(evidence),
      await show(
        '/run/v2/diff-v1.html',
        renderDiffPage(
          sampleKey().runId,
          { version: 1, report: older, evidence: { ...evidence, sources: [] } },
          { version: 2, report: newer, evidence },
        ),
      ),
      await show('/run/latest/versions.html', versionsPage()),
    ];
    for (const page of opened) {
      await page.setViewportSize({ width: 390, height: 844 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  });

  it('leads from an old page to all versions and their differences', async () => {
    pages.set('/run/latest/versions.html', versionsPage());
    const page = await showReport(sampleEvidence());
    await page.getByRole('navigation', { name: '版本' }).getByText('所有版本與差異').click();
    await page.getByText('以第 1 版為基礎：深入第 2 章').waitFor();
    await picture(page, 'report-versions');
    await page.getByRole('link', { name: '與第 1 版' }).click();
    expect(page.url()).toBe(`http://${host}/run/v2/diff-v1.html`);
  });
});
