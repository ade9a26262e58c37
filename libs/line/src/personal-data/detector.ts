/** What is recognised as personal. */
export const PERSONAL_DATA_KINDS = ['email', 'account', 'nationalId', 'card', 'phone'] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** A place in a readable text, in its UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds one form of personal data. */
export interface Detector {
  readonly kind: PersonalDataKind;
  /** Spans in order that do not overlap; linear in the length of the text. */
  find(text: string): Span[];
}

/** Stands in a readable text for what is masked already: a neighbour that nothing can grow out of. */
export const MASKED = '\uE000';
/** Stands in a readable text for what is never masked, such as a web address. */
export const KEPT = '\uE001';

/** One separator inside a number. */
export const SEPARATOR = '(?: ?[.\\-] ?| )';

/**
 * Where a number may begin and end: not inside a word, a longer number, a decimal fraction or a code
 * with dashes. What is masked counts as a digit, so that masking twice finds nothing new.
 */
export const BEGIN = `(?<![A-Za-z0-9_${MASKED}])(?<![0-9${MASKED}][.\\-])(?<![A-Za-z]-)`;
export const END = `(?![A-Za-z0-9_${MASKED}])(?!-[A-Za-z0-9${MASKED}])(?!\\.[0-9${MASKED}])`;

const UNITS =
  '元|圓|塊|円|人|萬|億|兆|千|噸|公噸|公斤|公里|公尺|度|戶|股|張|件|年|個|支|台|輛|筆|頁|票|美元|歐元|' +
  '(?:m|mc)?g(?![a-z])|ml(?![a-z])|k?cal|rpm|[kmg]?hz|毫克|公克|毫升|公升|大卡|' +
  '[kmgt]?wh?(?![a-z])|[cmk]m|kg|usd|ntd|twd|jpy|eur|dollars|yen|people|users|tons|units|%';
/** The number is no amount: no unit follows. */
export const NO_UNIT = `(?! ?(?:${UNITS}))`;

/** What may stand between a word such as "phone" and its number; no line end. */
export const LINK =
  '(?:號碼|号码|番号|番號|編號|字號|卡號|號|numbers?|no(?![a-z])|nr|is(?![a-z])|是|為|为|は|[ :=#.*,-]){0,8}';

/**
 * A detector by pattern. The span is the group `value`, or the whole match without such a group. Every
 * quantifier in the pattern has to be bounded: that keeps the search linear.
 * @param accepts judges what matched, for what a pattern cannot: check digits, dates.
 */
export function detectorOf(
  kind: PersonalDataKind,
  pattern: string,
  accepts: (value: string) => boolean = () => true,
  { caseSensitive = false }: { readonly caseSensitive?: boolean } = {},
): Detector {
  const flags = caseSensitive ? 'dgu' : 'dgiu';
  return {
    kind,
    find(text) {
      const search = new RegExp(pattern, flags);
      const spans: Span[] = [];
      for (let match = search.exec(text); match !== null; match = search.exec(text)) {
        const [start, end] = match.indices?.groups?.['value'] ?? [match.index, search.lastIndex];
        if (accepts(text.slice(start, end))) spans.push({ start, end });
        // What was refused may hide something that begins inside it.
        else search.lastIndex = match.index + 1;
      }
      return spans;
    },
  };
}

/** Only the digits of a value. */
export function digitsOf(value: string): string {
  return value.replaceAll(/\D/g, '');
}

/** True for what reads as a date, a moment or years: no number of a person. */
export function isTime(value: string): boolean {
  const numbers = value.split(/\D+/).filter((number) => number !== '');
  const years = numbers.every((number) => /^(?:19|20)\d\d$/.test(number));
  const moment = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/;
  const clock = /^(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/;
  const digits = digitsOf(value);
  return years || (moment.test(digits) && clock.test(digits.slice(8)));
}
