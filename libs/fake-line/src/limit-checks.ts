import type { RefusalDetail } from './line-refusal.ts';
import { utf16Units, type Measure } from './text-measures.ts';

const COLOUR = /^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
const RATIO = /^(\d{1,6}(?:\.\d+)?):(\d{1,6}(?:\.\d+)?)$/;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Collects what is wrong with one message and offers the checks that several kinds of component share.
 * Paths look like `/body/contents/0/text`; an undefined value is never a fault (the schema asks for
 * what is required).
 */
export class LimitChecks {
  readonly faults: RefusalDetail[] = [];

  /** Records a fault. */
  fault(property: string, message: string): void {
    this.faults.push({ property, message });
  }

  /** A text's length, in UTF-16 units unless another measure is given. */
  length(
    path: string,
    text: string | undefined,
    { min = 1, max, measure = utf16Units }: { min?: number; max: number; measure?: Measure },
  ): void {
    if (text === undefined) return;
    const length = measure(text);
    if (length === 0 && min > 0) this.fault(path, 'May not be empty');
    else if (length < min || length > max) {
      this.fault(path, `Length must be between ${min} and ${max}`);
    }
  }

  /** The number of elements of an array. */
  size(path: string, count: number, min: number, max: number): void {
    if (count < min || count > max) this.fault(path, `Size must be between ${min} and ${max}`);
  }

  /** A picture or video address: https, at most 2,000 units, everything outside ASCII percent-encoded. */
  httpsUrl(path: string, url: string | undefined): void {
    if (url === undefined) return;
    if (url.length > 2000) this.fault(path, 'size must be between 0 and 2000');
    if (!/^https:\/\//i.test(url)) this.fault(path, 'invalid uri scheme');
    else if (!isEncoded(url) || !URL.canParse(url)) this.fault(path, 'invalid uri');
  }

  /** `#RRGGBB` or `#RRGGBBAA`; names such as `red` are refused. */
  colour(path: string, colour: string | undefined): void {
    if (colour !== undefined && !COLOUR.test(colour)) this.fault(path, 'invalid property');
  }

  /** `width:height`, each 1 to 100,000, the height at most three times the width. */
  aspectRatio(path: string, ratio: string | undefined): void {
    if (ratio === undefined) return;
    const [, width, height] = (RATIO.exec(ratio) ?? []).map(Number);
    const inRange = (side: number | undefined) =>
      side !== undefined && side >= 1 && side <= 100_000;
    if (!inRange(width) || !inRange(height) || Number(height) > 3 * Number(width)) {
      this.fault(path, 'invalid property');
    }
  }
}

/** True when a URL has nothing but printable ASCII, as LINE asks (reference: "encoding of a URL"). */
export function isEncoded(url: string): boolean {
  return PRINTABLE_ASCII.test(url);
}
