const SENTENCE_END =
  /[。！？!?…][」』）)】》〉”"’]*(?:\s*[[［【(（]\s*\^?\s*S\d[^\]］】)）]{0,60}[\]］】)）])*/gu;
/** What a model repeats of its text when it goes on, at most, in UTF-16 units. */
const LONGEST_OVERLAP = 400;
const LEAST_OVERLAP = 6;
/** A model that begins anew instead of going on repeats at least so much of the beginning. */
const SAME_BEGINNING = 24;

/**
 * A text that was cut off and what a model said to go on, joined at the cut. What it repeats is
 * there once; one that began anew gave the whole text.
 */
export function joinAtCut(text: string, more: string): string {
  const next = more.trimStart();
  if (text.length > SAME_BEGINNING && next.startsWith(text.trimStart().slice(0, SAME_BEGINNING))) {
    return next;
  }
  for (
    let size = Math.min(LONGEST_OVERLAP, text.length, next.length);
    size >= LEAST_OVERLAP;
    size -= 1
  ) {
    if (text.endsWith(next.slice(0, size))) return text + next.slice(size);
  }
  return text + more;
}

/** A text up to the end of its last complete sentence; empty when there is none. */
export function completeSentences(text: string): string {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? '' : text.slice(0, last.index + last[0].length);
}
