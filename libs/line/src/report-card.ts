import type { Publication, ReportCounts } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from './truncate-graphemes.ts';

/** What a card shows. */
export interface ReportCardInput {
  readonly publication: Pick<Publication, 'url' | 'title' | 'summary' | 'counts'>;
  readonly version: number;
  readonly question: string;
}

/**
 * Lengths in UTF-16 units. Together they keep the bubble far below LINE's 30 KB even when every unit
 * takes six bytes in JSON, and altText below its 1,500 units.
 */
const MAX = { title: 200, summary: 600, question: 200, uri: 1_000 } as const;

const COLOUR = {
  accent: '#1B5E4B',
  onAccent: '#FFFFFF',
  badge: '#D6EDE4',
  text: '#1F2933',
  muted: '#5F6C7B',
} as const;

const COUNT_WORDS = [
  ['chapters', '章'],
  ['citations', '引用'],
  ['sources', '來源'],
  ['divergences', '分歧'],
] as const satisfies readonly (readonly [keyof ReportCounts, string])[];

/**
 * The one card that tells a user that a version is ready. Valid for LINE whatever the texts are: no
 * empty string, nothing too long, an ASCII address; without a usable address there is no button.
 * @see https://developers.line.biz/en/reference/messaging-api/#flex-message
 */
export function reportCard(input: ReportCardInput): messagingApi.FlexMessage {
  const { publication, version, question } = input;
  const title = oneLine(publication.title, MAX.title, '研究報告');
  return {
    type: 'flex',
    altText: altTextOf(title, version, publication.counts),
    contents: {
      type: 'bubble',
      size: 'mega',
      header: headerOf(title, version),
      body: {
        type: 'box',
        layout: 'vertical',
        spacing: 'lg',
        contents: [
          paragraph(`問題：${oneLine(question, MAX.question, '（未提供）')}`, COLOUR.muted, 2),
          paragraph(oneLine(publication.summary, MAX.summary, '（沒有摘要）'), COLOUR.text, 6),
          { type: 'separator' },
          countsOf(publication.counts),
        ],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [readButton(publication.url)],
      },
    },
  };
}

/** What notifications, the list of chats and quotes show instead of the card. */
function altTextOf(title: string, version: number, counts: ReportCounts): string {
  const figures = COUNT_WORDS.map(([key, word]) => `${word} ${counts[key]}`).join('、');
  return `${title}｜第 ${version} 版｜${figures}`;
}

function headerOf(title: string, version: number): messagingApi.FlexBox {
  return {
    type: 'box',
    layout: 'vertical',
    spacing: 'md',
    backgroundColor: COLOUR.accent,
    contents: [
      {
        type: 'box',
        layout: 'horizontal',
        contents: [
          {
            type: 'box',
            layout: 'vertical',
            flex: 0,
            backgroundColor: COLOUR.badge,
            cornerRadius: 'md',
            paddingAll: 'xs',
            paddingStart: 'md',
            paddingEnd: 'md',
            contents: [singleLine(`第 ${version} 版`, 'xs', COLOUR.accent)],
          },
        ],
      },
      {
        ...paragraph(title, COLOUR.onAccent, 3),
        size: 'lg',
        weight: 'bold',
      },
    ],
  };
}

function countsOf(counts: ReportCounts): messagingApi.FlexBox {
  return {
    type: 'box',
    layout: 'horizontal',
    contents: COUNT_WORDS.map(([key, word]) => ({
      type: 'box',
      layout: 'vertical',
      alignItems: 'center',
      contents: [
        singleLine(String(counts[key]), 'xl', COLOUR.accent),
        singleLine(word, 'xs', COLOUR.muted),
      ],
    })),
  };
}

function readButton(url: string): messagingApi.FlexButton | messagingApi.FlexText {
  const uri = usableUri(url);
  if (uri === undefined) return paragraph('報告連結暫時無法開啟，請告訴管理者。', COLOUR.muted, 2);
  return {
    type: 'button',
    style: 'primary',
    color: COLOUR.accent,
    adjustMode: 'shrink-to-fit',
    scaling: true,
    action: { type: 'uri', label: '閱讀完整報告', uri },
  };
}

/** LINE wants percent-encoded ASCII of at most 1,000 units; the WHATWG URL does the encoding. */
function usableUri(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href, protocol } = new URL(url);
  const fits = href.length <= MAX.uri && /^[\x21-\x7e]+$/.test(href);
  return fits && (protocol === 'https:' || protocol === 'http:') ? href : undefined;
}

function paragraph(text: string, color: string, maxLines: number): messagingApi.FlexText {
  return { type: 'text', text, color, wrap: true, maxLines, size: 'sm', scaling: true };
}

/** Shrinks instead of wrapping, for readers with large letters. */
function singleLine(text: string, size: string, color: string): messagingApi.FlexText {
  return {
    type: 'text',
    text,
    size,
    color,
    align: 'center',
    weight: 'bold',
    adjustMode: 'shrink-to-fit',
    scaling: true,
  };
}
