import { evaluateReport } from '@dossier/evaluation';
import { extractIndex, type Evidence, type Report } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { research, testContext, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';

async function reportOn(
  folder: string,
  question: string,
): Promise<{ report: Report; evidence: Evidence }> {
  const { plan, evidence } = await research(folder, question);
  const { writer } = createLocalCorpus({ folder });
  return { report: await writer.write(plan, evidence, testContext()), evidence };
}
function summaryOf({ chapters }: Report): string {
  return chapters.find(({ kind }) => kind === 'summary')?.markdown ?? '';
}
function citedIn({ chapters }: Report): Set<string> {
  const text = chapters.map(({ markdown }) => markdown).join('\n');
  return new Set([...text.matchAll(/\[\^(S\d+-\d+)\]/gu)].map(([, key = '']) => key));
}

const office = {
  'handbook.md': [
    '# 出差膳食費與辦公室管理手冊',
    '## 膳食費',
    '國內出差的膳食費每日上限為 600 元。',
    '主管出差的膳食費每日上限為 900 元。',
    '一般員工出差的膳食費每日上限為 600 元。',
    '國外出差的膳食費每日上限為 1,500 元。',
    '夜間出差的膳食費每日上限為 700 元。',
    '## 辦公室租金',
    '辦公室租金每月為 120,000 元。',
    '租金由總務處按月支付給房東。',
  ].join('\n\n'),
  'notice.md': '# 公告\n\n本公告說明膳食費。收據應於一週內送交會計室。\n',
} as const;
const nearlyAlike = {
  'a.md':
    '主管依規定申請國內出差的膳食費，經單位核准並檢附收據後，每日上限為 900 元。\n\n膳食費每日上限以實際出差的日數計算。',
  'b.md':
    '一般員工依規定申請國內出差的膳食費，經單位核准並檢附收據後，每日上限為 600 元。\n\n出差的膳食費由會計室審核。',
  'c.md': '主管依規定申請國外出差的膳食費，經單位核准並檢附收據後，每日上限為 1,900 元。',
} as const;
const question = '出差的膳食費每日上限是多少元？';

describe('what a report takes up', () => {
  it('is every exact answer and nothing about another subject of the same document', () =>
    withFolder(office, async (folder) => {
      const { report, evidence } = await reportOn(folder, question);
      const texts = [...extractIndex(evidence).values()].map(({ extract }) => extract.text);
      expect(texts.filter((text) => text.includes('每日上限'))).toHaveLength(5);
      expect(texts.filter((text) => text.includes('租金'))).toEqual([]);
      expect([...citedIn(report)].sort()).toEqual([...extractIndex(evidence).keys()].sort());
    }));

  it('begins with answers, not with additions', () =>
    withFolder(office, async (folder) => {
      const { report } = await reportOn(folder, question);
      const quoted = summaryOf(report)
        .split('\n')
        .filter((line) => line.includes('「'));
      expect(quoted.length).toBeGreaterThan(0);
      for (const line of quoted) expect(line).toMatch('每日上限');
    }));

  it.each([
    '青嶺地熱電廠的裝置容量有多少？',
    '移位機器人的導入費用是多少？',
    '行道樹能降低夜間熱島嗎？',
  ])('is what its summary counts, and passes the evaluation: %s', async (asked) => {
    const { report, evidence } = await reportOn(DEMO_CORPUS_FOLDER, asked);
    const [, count] = /摘出 (\d+) 段/u.exec(summaryOf(report)) ?? [];
    expect(Number(count)).toBe(citedIn(report).size);
    expect(evaluateReport(report, evidence, testContext().clock).verdict).toBe('pass');
  });

  it('passes the evaluation also where long answers differ in a word and a figure only', () =>
    withFolder(nearlyAlike, async (folder) => {
      const { report, evidence } = await reportOn(folder, question);
      expect(citedIn(report).size).toBe(extractIndex(evidence).size);
      expect(report.chapters.some(({ markdown }) => markdown.includes('另有一處寫作'))).toBe(true);
      const { gates } = evaluateReport(report, evidence, testContext().clock);
      expect(gates.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    }));
});
