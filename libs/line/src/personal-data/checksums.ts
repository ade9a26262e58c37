/** Values of the letters of Taiwanese ids: A is 10, I and O were added late. */
const TAIWAN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
const TAIWAN_WEIGHTS = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];

/** Taiwan: national id, resident certificate new (`A8...`) and old (`AB...`); letters in capitals. */
export function isTaiwanId(id: string): boolean {
  const [first, second] = [valueOfLetter(id[0]), valueOfLetter(id[1])];
  if (first === undefined || !/^[A-Z][A-D\d]\d{8}$/.test(id)) return false;
  const secondDigit = second === undefined ? id[1] : String(second % 10);
  return weightedSum(`${first}${secondDigit}${id.slice(2)}`, TAIWAN_WEIGHTS) % 10 === 0;
}

function valueOfLetter(letter = ''): number | undefined {
  const index = letter === '' ? -1 : TAIWAN_LETTERS.indexOf(letter);
  return index < 0 ? undefined : index + 10;
}

/** Payment cards (ISO/IEC 7812-1, annex B). */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The thirteen digits under a bar code (GTIN-13). */
export function isBarcode(digits: string): boolean {
  return (
    digits.length === 13 && weightedSum(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
  );
}

/** Japan: My Number, twelve digits. */
export function isMyNumber(digits: string): boolean {
  const rest = weightedSum(digits.slice(0, 11), [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.length === 12 && Number(digits[11]) === (rest <= 1 ? 0 : 11 - rest);
}

/** Mainland China: resident id of eighteen (GB 11643-1999, ISO 7064 mod 11-2); `X` in capitals. */
export function isChineseId(id: string): boolean {
  const sum = weightedSum(id.slice(0, 17), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return id.length === 18 && '10X98765432'[sum % 11] === id[17];
}

/** Hong Kong: `A1234563`, one or two letters, check digit `A` for ten; in capitals. */
export function isHongKongId(id: string): boolean {
  const padded = id.padStart(9, ' ');
  const values = [...padded].map((sign) => (sign === ' ' ? 36 : Number.parseInt(sign, 36)));
  const sum = values.reduce((total, value, index) => total + value * (9 - index), 0);
  return padded.length === 9 && sum % 11 === 0;
}

/** South Korea: resident registration number, thirteen digits, as given out until 2020. */
export function isKoreanId(digits: string): boolean {
  const sum = weightedSum(digits.slice(0, 12), [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  return digits.length === 13 && (11 - (sum % 11)) % 10 === Number(digits[12]);
}

/** International bank account numbers (ISO 13616): the remainder by 97 is 1; letters in capitals. */
export function isIban(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4);
  const rest = [...turned].reduce(
    (remainder, sign) => Number(`${remainder}${Number.parseInt(sign, 36)}`) % 97,
    0,
  );
  return rest === 1;
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}
