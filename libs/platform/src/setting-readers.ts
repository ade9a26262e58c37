import { readFileSync, statSync } from 'node:fs';

/** A value that is not right; the message says what would be, and never repeats the value: it may be a secret. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/** Any text. */
export const text = (value: string): string => value;

/** @throws InvalidSetting for anything but digits between the bounds. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
  };
}

/** An http address, without the slash at its end: paths are appended. */
export function webAddress(value: string): string {
  const url = URL.parse(value);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return value.replace(/\/+$/, '');
  throw new InvalidSetting('must be a web address such as https://bot.example.com');
}

/** The address of a server that speaks gRPC. */
export function hostAndPort(value: string): string {
  if (/^[^\s/:]+:\d{1,5}$/.test(value)) return value;
  throw new InvalidSetting('must be host:port, for example 127.0.0.1:8085');
}

/** `a@b.example, c@d.example`, as a list. */
export function emailAddresses(value: string): readonly string[] {
  const addresses = value.split(',').map((each) => each.trim());
  if (addresses.every((each) => /^[^\s@]+@[^\s@]+$/.test(each))) return addresses;
  throw new InvalidSetting('must be e-mail addresses with commas between them');
}

/** One of a few words. */
export function oneOf<T extends string>(...allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    throw new InvalidSetting(`must be one of ${allowed.join(', ')}`);
  };
}

/** A misspelt folder would answer every question with "nothing found". */
export function existingFolder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() === true) return value;
  throw new InvalidSetting('must name an existing folder: make it, or point to your documents');
}

/** A secret of at least that many characters. */
export function secret(minLength: number): (value: string) => string {
  return (value) => {
    if (value.length >= minLength && !/\s/.test(value)) return value;
    throw new InvalidSetting(`must have at least ${minLength} characters and no blanks`);
  };
}

/** The channel's number in LINE's console. */
export function channelId(value: string): string {
  if (/^\d{10}$/.test(value)) return value;
  throw new InvalidSetting('must be the 10 digits of "Channel ID" on the Basic settings tab');
}

/** `U..., C..., R...`, as a list: LINE's ids of people, groups and rooms. */
export function lineIds(value: string): readonly string[] {
  const ids = value.split(',').map((each) => each.trim());
  if (ids.every((each) => /^[UCR][0-9a-f]{32}$/.test(each))) return ids;
  throw new InvalidSetting(
    'must be LINE ids (U, C or R and 32 hexadecimal digits each) with commas between them',
  );
}

/** What a message can begin with: short, and one word, so that a blank can end it. */
export function prefix(value: string): string {
  if (value.length <= 20 && !/\s/.test(value)) return value;
  throw new InvalidSetting('must have 1 to 20 characters and no blanks');
}

/** `example.com, b.example`, as a list of hosts in their ASCII form. */
export function hosts(value: string): readonly string[] {
  return value.split(',').map((each) => {
    const name = each.trim();
    const url = URL.parse(`https://${name}`);
    if (url !== null && url.host !== '' && !/[/@:?#\s*]/u.test(name)) return url.host;
    throw new InvalidSetting('must be host names such as example.com with commas between them');
  });
}

/** Web addresses, as a list. */
export function webAddresses(value: string): readonly string[] {
  const addresses = value.split(',').map((each) => each.trim());
  const isAddress = (each: string): boolean =>
    ['http:', 'https:'].includes(URL.parse(each)?.protocol ?? '');
  if (addresses.every(isAddress)) return addresses;
  throw new InvalidSetting('must be web addresses with commas between them');
}

/** US dollars such as `2.50`, as millionths. */
export function microUsd(value: string): number {
  const dollars = Number(value);
  if (/^\d+(?:\.\d{1,6})?$/u.test(value) && dollars > 0 && dollars <= 10_000) {
    return Math.round(dollars * 1_000_000);
  }
  throw new InvalidSetting('must be US dollars such as 2.50, above 0 and at most 10000');
}

/** The content of a file. */
export function readableFile(value: string): string {
  try {
    return readFileSync(value, 'utf8');
  } catch {
    throw new InvalidSetting('must name a file that can be read');
  }
}
