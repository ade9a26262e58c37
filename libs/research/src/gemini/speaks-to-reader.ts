const TO_READER = /[你妳您！!]|(?:^|[，。：；？、\s])敬?[請请](?!求|願|领|領)|[務务]必/u;

/**
 * Whether a text tells somebody to do something, as a page does that wants to be obeyed. What a report
 * says of its sources never does; a source's words between 「」 may.
 */
export function speaksToReader(text: string): boolean {
  return TO_READER.test(text.replace(/「[^」]*」|『[^』]*』/gu, ''));
}
