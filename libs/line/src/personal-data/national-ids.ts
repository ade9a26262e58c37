import { isChineseId, isHongKongId, isKoreanId, isMyNumber, isTaiwanId } from './checksums.ts';
import { BEGIN, detectorOf, digitsOf, END, isTime, LINK, NO_UNIT } from './detector.ts';

const signsOf = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();

const MONTH_AND_DAY = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';
const PAPERS =
  '身[分份][證证]|居留[證证]|居住[證证]|統一證號|統一編號|護照|护照|健保卡|健保|駕照|駕駛執照|台胞[證证]|臺胞[證证]|' +
  'マイナンバー|個人番号|旅券|パスポート|運転免許証?|在留カード|健康保険証|주민등록번호|여권|' +
  "(?<![a-z])(?:passport|national id|identity card|id card|id number|ssn|social security|driver'?s licen[cs]e|my ?number|nhi card)";

/** Ids of persons: by their form and check digit, or by the word before them. */
export const nationalIdDetectors = [
  // Taiwan; in small letters only without gaps, since "a 123 456 789" is English.
  detectorOf(
    'nationalId',
    `${BEGIN}[A-Z][ \\-]?[1289](?:[ \\-]?\\d){8}${END}${NO_UNIT}`,
    (value) => isTaiwanId(signsOf(value)),
    { caseSensitive: true },
  ),
  detectorOf('nationalId', `${BEGIN}[a-z][1289a-d]\\d{8}${END}`, (value) =>
    isTaiwanId(signsOf(value)),
  ),
  // Mainland China.
  detectorOf(
    'nationalId',
    `${BEGIN}\\d{6}[ -]?(?:19|20)\\d{2}${MONTH_AND_DAY}[ -]?\\d{3}[\\dx]${END}`,
    (value) => isChineseId(signsOf(value)),
  ),
  // Hong Kong: the check digit stands in brackets.
  detectorOf('nationalId', `${BEGIN}[a-z]{1,2} ?\\d{6} ?\\([\\da]\\)`, (value) =>
    isHongKongId(signsOf(value)),
  ),
  // South Korea: since 2020 without a check digit, so the dash has to tell it.
  detectorOf('nationalId', `${BEGIN}\\d{2}${MONTH_AND_DAY} ?- ?[1-8]\\d{6}${END}`),
  detectorOf('nationalId', `${BEGIN}\\d{2}${MONTH_AND_DAY}[1-8]\\d{6}${END}${NO_UNIT}`, isKoreanId),
  // United States.
  detectorOf('nationalId', `${BEGIN}(?!000|666|9)\\d{3}-(?!00)\\d{2}-(?!0000)\\d{4}${END}`),
  // United Kingdom: National Insurance.
  detectorOf(
    'nationalId',
    `${BEGIN}(?!bg|gb|kn|nk|nt|tn|zz)[a-ceghj-prstw-z][a-ceghj-nprstw-z] ?\\d{2} ?\\d{2} ?\\d{2} ?[a-d]${END}`,
  ),
  // Any, named as such: passports and insurance cards, and ids with a slip of the pen.
  detectorOf(
    'nationalId',
    `(?:${PAPERS})${LINK}(?<value>[a-z]{0,2}[ -]?\\d(?:[ -]?\\d){5,17}[a-z]{0,2})${END}${NO_UNIT}`,
    (value) => !isTime(value),
  ),
];

/**
 * Japan: My Number. One in eleven numbers of twelve digits has its check digit, so this one comes
 * after all others, and takes no part of a longer row of groups.
 */
export const myNumberDetector = detectorOf(
  'nationalId',
  `${BEGIN}(?<!\\d )\\d{4}(?<by>[ \\-]?)\\d{4}\\k<by>\\d{4}${END}(?! \\d)${NO_UNIT}`,
  (value) => isMyNumber(digitsOf(value)) && !isTime(value),
);
