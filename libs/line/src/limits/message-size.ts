import type { LineMessage } from '../line-message.ts';
import { LINE_LIMITS } from './line-limits.ts';
import { jsonBytes } from './measures.ts';

/** How much of what LINE allows a message takes. */
export interface MessageSize {
  readonly used: number;
  readonly limit: number;
  /** Bytes of a Flex message's contents, UTF-16 units of a text. */
  readonly unit: 'bytes' | 'units';
}

/** Measures the part of a message that LINE limits as a whole. */
export function messageSize(message: LineMessage): MessageSize {
  if (message.type === 'text') {
    return { used: message.text.length, limit: LINE_LIMITS.text, unit: 'units' };
  }
  const shown = message.type === 'flex' ? message.contents : message;
  const limit = shown.type === 'carousel' ? LINE_LIMITS.carouselBytes : LINE_LIMITS.bubbleBytes;
  return { used: jsonBytes(shown), limit, unit: 'bytes' };
}
