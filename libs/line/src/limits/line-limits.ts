/**
 * LINE's figures for messages. Lengths are UTF-16 units unless the name says graphemes.
 * @see https://developers.line.biz/en/reference/messaging-api/
 */
export const LINE_LIMITS = {
  messages: 5,
  requestBytes: 2_000_000,
  text: 5_000,
  /** Older guides say 400. */
  altText: 1_500,
  /**
   * LINE says "30 KB" and "50 KB" and no more: times 1,000 is right under both readings.
   */
  bubbleBytes: 30_000,
  carouselBytes: 50_000,
  bubbles: 12,
  quickReplies: 13,
  flexLabelGraphemes: 40,
  quickReplyLabelGraphemes: 20,
  /** Of a postback's `displayText` and a message action's `text`. */
  actionTextGraphemes: 300,
  postbackData: 300,
  uri: 1_000,
  pictureUrl: 2_000,
} as const;
