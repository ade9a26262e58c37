import {
  BEGIN,
  detectorOf,
  type Detector,
  digitsOf,
  END,
  isTime,
  LINK,
  MASKED,
  NO_UNIT,
  SEPARATOR,
} from './detector.ts';

const S = SEPARATOR;
const S_OR_NONE = `${S}?`;
/** One more digit of a number in whatever groups. */
const D = '(?:[ .\\-()]{0,2}\\d)';
const EXTENSION =
  '(?:[ ,]{0,2}(?:轉分機|分機|轉|內線|内線|内线|extension|ext\\.?|x|#)[ :.]{0,2}\\d{1,6})?';

/** Countries whose numbers have known lengths (trunk zero included), then all others (ITU-T E.164). */
const COUNTRIES = [
  `886${D}{8,10}`,
  `81${D}{9,11}`,
  `1${D}{10}`,
  `86${D}{10,12}`,
  `85[23]${D}{8}`,
  `82${D}{8,11}`,
  `44${D}{9,11}`,
  `65${D}{8}`,
  `(?:7|2[07]|3[0-469]|4[013579]|4[68]|5[1-8]|6[0-46]|84|9[0-58])${D}{7,12}`,
  `(?:2[1-69]|3[578]|42|50|59|6[7-9]|80|87|88|9[679])\\d${D}{6,11}`,
].join('|');

/** Area codes of Taiwan with the lengths of their numbers. */
const TAIWAN_LANDLINES = [
  [`[24]`, `\\d{4}${S_OR_NONE}\\d{4}`],
  [`(?:[3-8]|49)`, `\\d{3}${S_OR_NONE}\\d{4}`],
  [`(?:37|82|89)`, `\\d{3}${S_OR_NONE}\\d{3}`],
  [`(?:826|836)`, `\\d{2}${S_OR_NONE}\\d{3}`],
].map(([area, number]) => `(?:\\(0${area}\\) ?|${BEGIN}0${area}(?:\\) ?|${S}))${number}`);

const WORDS =
  '電話|电话|手機|手机|市話|專線|傳真|致電|撥打|打給我|聯絡|聯繫|連絡|携帯|携帯番号|ファックス|전화|연락처|휴대폰|' +
  '(?<![a-z])(?:telephone|tel|phone|mobile|cell|fax|whatsapp|call me(?: at| on)?|sms)(?![a-z])';

/** Phone numbers: by a form that nothing else has, or by the word before them. */
export const phoneDetectors = [
  phone(`(?<![A-Za-z0-9${MASKED}])\\+(?:${COUNTRIES})`),
  phone(`${BEGIN}00886${D}{8,10}`),
  unitlessPhone(`${BEGIN}8869\\d{8}`),
  // Taiwan: mobile and landline.
  phone(`${BEGIN}09\\d{2}${S_OR_NONE}\\d{3}${S_OR_NONE}\\d{3}`),
  phone(`${BEGIN}09(?:\\d${S}\\d{3}|${S}\\d{4})${S}\\d{4}`),
  phone(`${BEGIN}09\\d{2}${S}\\d{2}${S}\\d{2}${S}\\d{2}`),
  phone(`\\(09\\d{2}\\) ?\\d{3}${S_OR_NONE}\\d{3}`),
  phone(`${BEGIN}080[09]\\d{6}`),
  phone(`${BEGIN}0(?<by>[ .\\-])9(?:\\k<by>\\d){8}`),
  ...TAIWAN_LANDLINES.map((number) => phone(number)),
  // Japan, Korea and others that dial a zero first: three groups of 9 to 11 digits together.
  phone(
    `(?:\\(0[1-9]\\d{0,3}\\) ?|${BEGIN}0[1-9]\\d{0,3}${S})\\d{2,4}${S}\\d{3,4}`,
    hasTrunkLength,
  ),
  phone(`${BEGIN}0[1-9]\\d{0,3} ?\\(\\d{2,4}\\) ?\\d{3,4}`, hasTrunkLength),
  phone(`${BEGIN}0(?:10|50|70|80|90)\\d{8}`),
  phone(`${BEGIN}0[17]\\d{3} \\d{6}`),
  // North America; mainland China: measures and rows of numbers look alike.
  unitlessPhone(`(?:${BEGIN}1[ .\\-])?\\([2-9]\\d{2}\\) ?[2-9]\\d{2}[ .\\-]?\\d{4}`),
  unitlessPhone(`${BEGIN}(?:1[ .\\-])?[2-9]\\d{2}(?<by>[.\\-])[2-9]\\d{2}\\k<by>\\d{4}`),
  unitlessPhone(`${BEGIN}1[3-9]\\d(?<by>[ \\-])\\d{4}\\k<by>\\d{4}`),
  // Any, named as such.
  detectorOf(
    'phone',
    `(?:${WORDS})${LINK}(?<value>[(]?\\d${D}{6,14}${EXTENSION})${END}${NO_UNIT}`,
    (value) => !isTime(value),
  ),
];

function phone(number: string, accepts?: (value: string) => boolean): Detector {
  return detectorOf('phone', `${number}${EXTENSION}${END}`, accepts);
}

function unitlessPhone(number: string): Detector {
  return detectorOf('phone', `${number}${EXTENSION}${END}${NO_UNIT}`);
}

function hasTrunkLength(value: string): boolean {
  const [number = ''] = value.split(/[^\d .()-]/);
  const { length } = digitsOf(number);
  return length >= 9 && length <= 11;
}
