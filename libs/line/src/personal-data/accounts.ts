import { isIban } from './checksums.ts';
import {
  BEGIN,
  detectorOf,
  END,
  isTime,
  LINK,
  NO_UNIT,
  type Detector,
  type Span,
} from './detector.ts';

/** Length of an IBAN by country (SWIFT's IBAN registry). */
const IBAN_LENGTHS: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};
const LENGTH_OF: ReadonlyMap<string, number> = new Map(
  Object.entries(IBAN_LENGTHS).flatMap(([length, countries]) =>
    countries.split(' ').map((country): [string, number] => [country, Number(length)]),
  ),
);

const ACCOUNT =
  '帳號|帳戶|賬號|賬戶|账号|账户|帳户|戶頭|存摺|口座|普通預金|当座預金|계좌|' +
  '(?<![a-z])(?:account(?!s)|acct|a/c)';
const BANK =
  '銀行|郵局|農會|漁會|信用合作社|信合社|分行|匯款[到至]?|轉帳[到至]?|匯至|匯到|匯入|轉到|轉入|振込|振り込み|routing|sort code';
/** Their names stand before stock prices too: only a bank code makes an account of the digits behind. */
const BANK_NAME =
  '中國信託|中信|國泰世華|国泰世華|玉山|台新|富邦|永豐|第一銀|華南|彰銀|兆豐|合庫|土銀|[台臺]銀|聯邦|遠東商銀|將來銀|樂天';
const DIGITS = '\\d(?:[ .\\-]?\\d)';
const BANK_CODE = '(?:[(]\\d{3,4}[)] ?|\\d{3,4} ?[-/] ?)?';

/** International account numbers, by their country's length and the check digits. */
export const ibanDetector: Detector = {
  kind: 'account',
  find(text) {
    const spans: Span[] = [];
    const search = new RegExp(`${BEGIN}(?<country>[a-z]{2})\\d{2}(?=[ -]?[a-z0-9])`, 'giu');
    for (const match of text.matchAll(search)) {
      const span = ibanAt(text, match.index, match.groups?.['country'] ?? '');
      if (span !== undefined) spans.push(span);
    }
    return spans;
  },
};

/** Bank accounts by a word before them, or by a Taiwanese bank code. */
export const accountDetectors = [
  detectorOf(
    'account',
    `(?:${ACCOUNT})${LINK}(?<value>${BANK_CODE}${DIGITS}{6,18})${END}${NO_UNIT}`,
    (value) => !isTime(value),
  ),
  detectorOf(
    'account',
    `(?:${BANK})${LINK}(?<value>${BANK_CODE}${DIGITS}{9,15})${END}${NO_UNIT}`,
    (value) => !isTime(value),
  ),
  detectorOf(
    'account',
    `(?:${BANK_NAME})${LINK}(?<value>\\d{3} ?[-/ ] ?\\d(?:-?\\d){9,13})${END}${NO_UNIT}`,
  ),
  detectorOf('account', `(?<=(?:普通|当座)[ :]?)\\d{7}${END}${NO_UNIT}`),
  // Japan's post bank: a sign and a number, which mean nothing apart.
  detectorOf('account', `(?<=[記记]号${LINK})[01]\\d{4}[ ,、\\-]{0,3}番号${LINK}\\d{6,8}${END}`),
  detectorOf('account', `[(]\\d{3}[)] ?\\d(?:-?\\d){9,15}${END}${NO_UNIT}`),
];

function ibanAt(text: string, start: number, country: string): Span | undefined {
  const length = LENGTH_OF.get(country.toUpperCase());
  if (length === undefined) return undefined;
  const whole = new RegExp(`[a-z0-9](?:[ -]?[a-z0-9]){${length - 1}}${END}`, 'iuy');
  whole.lastIndex = start;
  const [found] = whole.exec(text) ?? [];
  if (found === undefined || !isIban(found.replaceAll(/[ -]/g, '').toUpperCase())) return undefined;
  return { start, end: start + found.length };
}
