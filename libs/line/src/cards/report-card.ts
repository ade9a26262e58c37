import type { Publication, ReportCounts, RunKey } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { LINE_LIMITS } from '../limits/line-limits.ts';
import { oneLine, truncateGraphemes } from '../truncate-graphemes.ts';
import { buttonRow, mainLink } from './buttons.ts';
import { card, COLOUR, column, label, listing, note, paragraph, present } from './card-parts.ts';
import { usableUri } from './usable-uri.ts';

/** What a report card shows. */
export interface ReportCardInput {
  readonly run: RunKey;
  readonly question: string;
  readonly publication: Pick<
    Publication,
    'url' | 'title' | 'summary' | 'counts' | 'chapters' | 'topSources'
  >;
}

/** How much of a report its card tells. */
export type CardDetail = 'full' | 'short';

/** Lengths in UTF-16 units: a bubble of such texts stays far below LINE's 30 kB. */
const MAX = { title: 200, question: 200, heading: 100, source: 100, site: 60 } as const;
const MAX_SUMMARY = { full: 600, short: 200 } as const;
const MAX_CHAPTERS = 8;
const NO_LINK = '報告連結暫時無法開啟，請告訴管理者。';

const COUNT_WORDS = [
  ['chapters', '章'],
  ['citations', '引用'],
  ['sources', '來源'],
  ['divergences', '分歧'],
] as const satisfies readonly (readonly [keyof ReportCounts, string])[];

/**
 * The one card that tells a person that a version is ready. Whatever the texts are, there is no empty
 * string and an ASCII address; without a usable address there is no button to the report.
 * @see https://developers.line.biz/en/reference/messaging-api/#flex-message
 */
export function reportCard(
  input: ReportCardInput,
  detail: CardDetail = 'full',
): messagingApi.FlexMessage {
  const { publication, run } = input;
  const title = titleOf(publication);
  const summary = oneLine(publication.summary, MAX_SUMMARY[detail], '（沒有摘要）');
  return card({
    altText: altTextOf(input),
    title,
    badge: `第 ${run.version} 版`,
    body: present([
      note(`問題：${oneLine(input.question, MAX.question, '（未提供）')}`, 2),
      paragraph(summary, { maxLines: 6 }),
      { type: 'separator' },
      countsOf(publication.counts),
      ...(detail === 'full' ? [chaptersOf(publication), sourcesOf(publication)] : []),
    ]),
    footer: [
      mainLink('閱讀完整報告', publication.url) ?? note(NO_LINK, 2),
      buttonRow(
        { label: '深入', does: { act: 'deepen', run } },
        { label: '補來源', does: { act: 'add-sources', run } },
        { label: '我的報告', does: { act: 'history' } },
      ),
    ],
  });
}

/** The same without a card: title, summary, figures and the address. */
export function reportText(input: ReportCardInput): messagingApi.TextMessage {
  const { summary, url } = input.publication;
  const lines = [
    altTextOf(input),
    oneLine(summary, MAX_SUMMARY.full, '（沒有摘要）'),
    usableUri(url) ?? NO_LINK,
  ];
  return { type: 'text', text: truncateGraphemes(lines.join('\n\n'), LINE_LIMITS.text) };
}

function titleOf({ title }: ReportCardInput['publication']): string {
  return oneLine(title, MAX.title, '研究報告');
}

function altTextOf({ publication, run }: ReportCardInput): string {
  const { counts } = publication;
  const figures = COUNT_WORDS.map(([key, word]) => `${word} ${counts[key]}`).join('、');
  return `${titleOf(publication)}｜第 ${run.version} 版｜${figures}`;
}

function countsOf(counts: ReportCounts): messagingApi.FlexBox {
  return {
    type: 'box',
    layout: 'horizontal',
    contents: COUNT_WORDS.map(([key, word]) => ({
      ...column(
        [label(String(counts[key]), COLOUR.accent, 'xl'), label(word, COLOUR.muted)],
        'none',
      ),
      alignItems: 'center',
    })),
  };
}

/** The chapters that can be asked about, under the numbers of the page's table of contents. */
function chaptersOf({
  chapters = [],
}: ReportCardInput['publication']): messagingApi.FlexBox | undefined {
  const content = chapters.filter(({ deepenable }) => deepenable);
  const lines = content
    .slice(0, MAX_CHAPTERS)
    .map(
      ({ number, heading }) => `第 ${number} 章　${oneLine(heading, MAX.heading, '（無標題）')}`,
    );
  const more = content.length - lines.length;
  return listing('可以深入的章節', more > 0 ? [...lines, `還有 ${more} 章`] : lines);
}

function sourcesOf({
  topSources = [],
}: ReportCardInput['publication']): messagingApi.FlexBox | undefined {
  const lines = topSources.slice(0, 3).map(({ title, site }) => {
    const name = oneLine(title, MAX.source, '（無標題）');
    // A search tool often knows no more of a page than its site.
    return title === site ? `・${name}` : `・${name}（${oneLine(site, MAX.site, '來源不明')}）`;
  });
  return listing('主要來源', lines);
}
