import type { messagingApi } from '@line/bot-sdk';
import { LINE_LIMITS } from '../limits/line-limits.ts';
import { truncateGraphemes } from '../truncate-graphemes.ts';

/** Dark enough on their grounds for WCAG AA in small letters. */
export const COLOUR = {
  accent: '#1B5E4B',
  onAccent: '#FFFFFF',
  badge: '#D6EDE4',
  text: '#1F2933',
  muted: '#5F6C7B',
  line: '#D5DBE1',
  /** The ground of a card that ends without a report. */
  quiet: '#46525E',
} as const;

/** What a card is made of; parts that have nothing to show are left out. */
export interface CardParts {
  /** What notifications, the list of chats and quotes show instead of the card. */
  readonly altText: string;
  readonly title: string;
  /** Beside the title, such as `第 2 版`. */
  readonly badge?: string;
  /** Ground of the title; green unless given. */
  readonly ground?: string;
  readonly body: readonly messagingApi.FlexComponent[];
  readonly footer: readonly messagingApi.FlexComponent[];
}

/** A Flex message with one bubble. */
export function card({ altText, body, footer, ...head }: CardParts): messagingApi.FlexMessage {
  return {
    type: 'flex',
    altText: truncateGraphemes(altText, LINE_LIMITS.altText),
    contents: {
      type: 'bubble',
      size: 'mega',
      header: headerOf(head),
      body: column(body, 'lg'),
      ...(footer.length > 0 && { footer: column(footer, 'sm') }),
    },
  };
}

function headerOf({
  title,
  badge: mark,
  ground = COLOUR.accent,
}: Pick<CardParts, 'title' | 'badge' | 'ground'>): messagingApi.FlexBox {
  const heading: messagingApi.FlexText = {
    ...paragraph(title, { color: COLOUR.onAccent, maxLines: 3 }),
    size: 'lg',
    weight: 'bold',
  };
  return {
    ...column([...(mark === undefined ? [] : [row([badge(mark)])]), heading], 'md'),
    backgroundColor: ground,
  };
}

/** Parts below each other. */
export function column(
  contents: readonly messagingApi.FlexComponent[],
  spacing: string,
): messagingApi.FlexBox {
  return { type: 'box', layout: 'vertical', spacing, contents: [...contents] };
}

/** Parts beside each other. */
export function row(contents: readonly messagingApi.FlexComponent[]): messagingApi.FlexBox {
  return { type: 'box', layout: 'horizontal', spacing: 'sm', contents: [...contents] };
}

/** A few letters on a ground of their own, no wider than they need. */
export function badge(text: string): messagingApi.FlexBox {
  return {
    ...column([label(text, COLOUR.accent)], 'none'),
    flex: 0,
    backgroundColor: COLOUR.badge,
    cornerRadius: 'md',
    paddingAll: 'xs',
    paddingStart: 'md',
    paddingEnd: 'md',
  };
}

/** Running text: wraps, ends with `…` after so many lines, follows the reader's size of letters. */
export function paragraph(
  text: string,
  { color = COLOUR.text, maxLines = 3 }: { color?: string; maxLines?: number } = {},
): messagingApi.FlexText {
  return { type: 'text', text, color, wrap: true, maxLines, size: 'sm', scaling: true };
}

/** Text of lesser weight. */
export function note(text: string, maxLines = 3): messagingApi.FlexText {
  return { ...paragraph(text, { color: COLOUR.muted, maxLines }), size: 'xs' };
}

/** One line that shrinks instead of wrapping, for readers with large letters. */
export function label(text: string, color: string, size = 'xs'): messagingApi.FlexText {
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

/** Lines under a small heading; undefined when there are none. */
export function listing(
  heading: string,
  lines: readonly string[],
): messagingApi.FlexBox | undefined {
  if (lines.length === 0) return undefined;
  const entries = lines.map((line) => paragraph(line, { maxLines: 2 }));
  return column([note(heading, 1), ...entries], 'xs');
}

/** Leaves out parts that have nothing to show. */
export function present<T>(parts: readonly (T | undefined)[]): T[] {
  return parts.filter((part) => part !== undefined);
}
