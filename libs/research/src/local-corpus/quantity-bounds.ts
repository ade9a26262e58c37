/** "At least" or "at most": the true value may lie beyond the figure. */
export type Bound = 'least' | 'most' | null;

const APPROXIMATE =
  /(?:約|大約|將近|近|接近|大概|およそ|ほぼ|about|around|roughly|approximately|nearly|almost|some)(?:為|是|为)?\s*$/iu;
const APPROXIMATE_AFTER = /^\s*(?:左右|上下|前後|ほど|程度)/u;
/** "Not above" is a bound, not a denial; it is looked for before the bound it turns round. */
const NOT_ABOVE =
  /(?:(?:不|未|勿)(?:得|可|能|宜|應|應該|會|要)?(?:超過|高於|多於|逾)|(?:not|no) (?:to )?(?:exceed|more than|over|above|longer than))(?:了|為)?\s*$/iu;
const NOT_BELOW =
  /(?:(?:不|未|勿)(?:得|可|能|宜|應|應該|會|要)?(?:低於|少於)|(?:not|no) (?:less|fewer) than)(?:了|為)?\s*$/iu;
const AT_LEAST =
  /(?:超過|至少|最少|逾|高於|多於|突破|下限|少なくとも|more than|over|at least|above|minimum of|exceed(?:s|ed|ing)?)(?:了|為)?\s*$/iu;
const AT_MOST =
  /(?:不到|未滿|低於|少於|至多|最多|上限|最大|less than|under|at most|below|up to|maximum of|fewer than)(?:了|為|可達)?\s*$/iu;
const AT_LEAST_AFTER = /^\s*(?:以上|を超え|超(?!過)|餘|多|or more)/iu;
const AT_MOST_AFTER = /^\s*(?:以下|以內|以内|未満|弱|or less|or fewer)/iu;

/** The bound that the words on both sides of a figure make of it. */
export function boundOf(before: string, after: string): Bound {
  if (NOT_ABOVE.test(before)) return 'most';
  if (NOT_BELOW.test(before)) return 'least';
  if (AT_MOST.test(before) || AT_MOST_AFTER.test(after)) return 'most';
  return AT_LEAST.test(before) || AT_LEAST_AFTER.test(after) ? 'least' : null;
}

/** Whether the words on both sides of a figure say "about". */
export function isAbout(before: string, after: string): boolean {
  return APPROXIMATE.test(before) || APPROXIMATE_AFTER.test(after);
}
