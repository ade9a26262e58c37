/** A number in a text: as written, and the values it may stand for. */
export interface NumberMention {
  readonly written: string;
  /** Normalised: `12400`, `62%`. A year of an era also stands for the common one: 113 and 2024. */
  readonly values: readonly string[];
}

/** What a unit word multiplies by. */
const UNITS: Readonly<Record<string, number>> = {
  十: 1e1,
  百: 1e2,
  千: 1e3,
  萬: 1e4,
  万: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/** The year before the first of each era. */
const ERAS: Readonly<Record<string, number>> = {
  民國: 1911,
  民国: 1911,
  令和: 2018,
  平成: 1988,
  昭和: 1925,
};

/** Latin letters in front make it a name (CO2, v3, G7); digits joined by dots a version (11.2.0). */
const NUMBER =
  /(?<era>民國|民国|令和|平成|昭和)?\s?(?<hundredths>百分之)?\s?(?<![\p{Script=Latin}\d_.]|\d,)(?<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?<rest>(?:\.\d+)*)(?:\s?(?<unit>[十百千]?[萬万億亿兆]|[百千]|(?:hundred|thousand|million|billion|trillion)(?![a-z])))?(?:\s?(?<percent>%|percent\b|per cent\b|パーセント))?/giu;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly value: string;
  /** 1 without a unit. */
  readonly scale: number;
  readonly era: number | undefined;
}

/**
 * The numbers of a text after NFKC (full-width digits become plain ones), without those in web
 * addresses. `1億2,000萬` is one number.
 */
export function numbersIn(text: string): readonly NumberMention[] {
  return joined(partsOf(text)).map(({ written, value, era }) => ({
    written,
    values: era === undefined ? [value] : [value, String(Number(value) + era)],
  }));
}

/** Every value a text can vouch for: its numbers, and the parts of compound ones. */
export function valuesIn(text: string): ReadonlySet<string> {
  const parts = partsOf(text).map(({ value }) => value);
  return new Set([...parts, ...numbersIn(text).flatMap(({ values }) => values)]);
}

function partsOf(text: string): readonly Part[] {
  const plain = text.normalize('NFKC').replace(/https?:\S+/g, ' ');
  return Array.from(plain.matchAll(NUMBER), (match): Part => {
    const { era, hundredths, digits = '', rest = '', unit = '', percent } = match.groups ?? {};
    const scale = scaleOf(unit);
    const isPercent = hundredths !== undefined || percent !== undefined;
    return {
      start: match.index,
      end: match.index + match[0].length,
      written: match[0].trim(),
      value: valueOf(digits.replaceAll(',', '') + rest, scale) + (isPercent ? '%' : ''),
      scale,
      era: era === undefined ? undefined : ERAS[era],
    };
  });
}

/** A year `113` and a code `0113` are the same number; a long id keeps all its digits. */
function valueOf(digits: string, scale: number): string {
  const isVersion = digits.split('.').length > 2;
  if (isVersion || digits.length > 15) return digits;
  return String(Number((Number(digits) * scale).toPrecision(15)));
}

function scaleOf(unit: string): number {
  const whole = UNITS[unit.toLowerCase()];
  return whole ?? [...unit].reduce((scale, character) => scale * (UNITS[character] ?? 1), 1);
}

/** Adds up parts that follow each other directly with falling units: 1億 + 2,000萬. */
function joined(parts: readonly Part[]): readonly Part[] {
  return parts.reduce<readonly Part[]>((done, part) => {
    const last = done.at(-1);
    if (!last || last.end !== part.start || last.scale <= part.scale) return [...done, part];
    const value = String(Number(last.value) + Number(part.value));
    const sum = { ...part, start: last.start, written: last.written + part.written, value };
    return Number.isNaN(Number(value)) ? [...done, part] : [...done.slice(0, -1), sum];
  }, []);
}
