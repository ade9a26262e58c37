/** What two runs of one plot may differ in. */
export interface Individual {
  readonly runId: string;
  readonly question: string;
  /** The LINE user who asked. */
  readonly userId: string;
}

/**
 * A text without what is a run's own: ids (LINE's of the messages, too), question, instants, whether
 * LINE's receipt is the first one or a repeat, and how many people it reached, which only the first push
 * asks for, and the proof in a signed link. What belongs to another run stays, and so gives itself away.
 */
export function neutralText({ runId, question, userId }: Individual, text: string): string {
  return text
    .replaceAll(runId, 'RUN')
    .replaceAll(question, 'QUESTION')
    .replaceAll(userId, 'USER')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'INSTANT')
    .replace(/\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?(?: \d\d:\d\d)?/g, 'DATE')
    .replace(/"(retryKey|lineRequestId|htmlSha256)":"[^"]*"/g, '"$1":"…"')
    .replace(/"messageIds":\[("\d+",?)+\]/g, '"messageIds":["…"]')
    .replace(/exp=\d{10}&sig=[\w-]{43}/g, 'PROOF')
    .replace(/,"recipients":\d+|"recipients":\d+,/g, '')
    .replace(/"status":"(?:sent|already-sent)"/g, '"status":"accepted"');
}
