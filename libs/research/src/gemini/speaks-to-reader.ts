/** 迷你 speaks to nobody, and neither do 請求, 請假, 請款, 請辭. */
const TO_READER =
  /(?<!迷)[你妳您]|[！!]|(?:^|[，。：；？、\s])敬?[請请](?![求願愿領领款辭辞託]|假(?![設设裝装扮定]))|[務务]必/u;

/**
 * Whether a text tells somebody to do something, as a page does that wants to be obeyed. What a report
 * says of its sources never does; a source's words between 「」 may.
 */
export function speaksToReader(text: string): boolean {
  return TO_READER.test(text.replace(/「[^」]*」|『[^』]*』/gu, ''));
}
