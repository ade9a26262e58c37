import type { Evidence, Report } from '@dossier/contracts';
import { sampleEvidence, sampleReport } from '@dossier/report/testing';
import { failing, withChapter } from './judge.builder.ts';

type Mutation = (report: Report, evidence: Evidence) => readonly [Report, Evidence];

/** Changes the body of every chapter. */
const bodies =
  (change: (markdown: string) => string): Mutation =>
  (report, evidence) => [
    {
      ...report,
      chapters: report.chapters.map((c) => ({ ...c, markdown: change(c.markdown) })),
    },
    evidence,
  ];

const replaced = (from: string | RegExp, to: string): Mutation =>
  bodies((text) => text.replace(from, to));

const themeBody = (report: Report): string =>
  report.chapters.find(({ kind }) => kind === 'theme')?.markdown ?? '';

const inTheme =
  (change: (markdown: string) => string): Mutation =>
  (report, evidence) => [withChapter('theme', { markdown: change(themeBody(report)) }), evidence];

const chapters =
  (change: (chapters: Report['chapters']) => Report['chapters']): Mutation =>
  (report, evidence) => [{ ...report, chapters: change(report.chapters) }, evidence];

const MUTATIONS: readonly (readonly [defect: string, gate: string, mutate: Mutation])[] = [
  ['a marker of an extract that does not exist', 'G1', replaced('[^S1-1]', '[^S99-1]')],
  [
    'a source gone from the evidence',
    'G1',
    (report, evidence) => [report, { ...evidence, sources: evidence.sources.slice(1) }],
  ],
  [
    'markers off by one source',
    'G3',
    bodies((text) => text.replace(/\[\^S(\d)-\d\]/g, (_, n) => `[^S${(Number(n) % 4) + 1}-1]`)),
  ],
  ['an altered figure', 'G3', replaced('12,400 航次，占', '14,200 航次，占')],
  [
    'an altered figure inside a foreign quotation',
    'G3',
    replaced('年間11,800便で', '年間18,100便で'),
  ],
  ['an altered percentage', 'G3', replaced('下降 41%', '下降 14%')],
  ['a year of another era', 'G3', replaced('民國 113 年起', '民國 131 年起')],
  [
    'a claim without a source',
    'G2',
    inTheme((text) => `這項技術將在未來全面取代所有既有方案並帶來巨大效益。\n\n${text}`),
  ],
  ['all markers of a theme gone', 'G2', inTheme((text) => text.replace(/\[\^[^\]]+\]/g, ''))],
  [
    'a Simplified sentence',
    'G10',
    inTheme((text) => `${text}\n\n这个软件包应该从网络安装。[^S1-1]`),
  ],
  ['one Simplified character in the title', 'G10', (r, e) => [{ ...r, title: `${r.title}转` }, e]],
  ['a repeated list item', 'G9', inTheme((text) => `${text}\n${text.split('\n').at(-1) ?? ''}`)],
  ['a body cut in the middle', 'G7', inTheme((text) => text.slice(0, -25))],
  ['the rest of the report cut off', 'G7', chapters((all) => all.slice(0, 3))],
  ['an empty chapter', 'G7', inTheme(() => '')],
  [
    'the summary not first',
    'G7',
    chapters(([summary, ...rest]) => (summary ? [...rest, summary] : rest)),
  ],
  ['the same heading twice', 'G7', (r, e) => [withChapter('theme', { heading: '摘 要' }), e]],
  ['a theme that rests on one document', 'G6', replaced(/\[\^S[23]-\d\]/g, '[^S1-1]')],
  ['a note defined in the text', 'G1b', inTheme((text) => `${text}\n\n[^S1-1]: 另一份文件`)],
  [
    'one document stored as two sources',
    'G1b',
    (report, evidence) => [
      report,
      {
        ...evidence,
        sources: evidence.sources.map((s) =>
          s.key === 'S4'
            ? { ...s, location: { kind: 'web', url: 'http://ferries.example/qingyu/?year=2025#x' } }
            : s,
        ),
      },
    ],
  ],
  ['no theme chapter', 'G0', chapters((all) => all.filter(({ kind }) => kind !== 'theme'))],
  ['no citation at all', 'G0', bodies((text) => text.replace(/\[\^[^\]]+\]/g, ''))],
  ['no chapters', 'G0', chapters(() => [])],
  ['a body nobody can read', 'G0', inTheme(() => '> '.repeat(9000))],
];

describe('the gates on a good report with one defect', () => {
  it('pass the report without the defect', () => {
    expect(failing(sampleReport())).toEqual([]);
  });

  it.each(MUTATIONS)('catch %s by %s', (_, gate, mutate) => {
    expect(failing(...mutate(sampleReport(), sampleEvidence()))).toContain(gate);
  });
});
