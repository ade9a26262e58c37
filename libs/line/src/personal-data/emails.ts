import { detectorOf, MASKED } from './detector.ts';

const LOCAL = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}0-9._%+'&~!#$*=?^`{|}-]";
const AT = '(?:@| ?[(\\[]at[)\\]] ?)';
const LABEL = '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ASCII_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Chinese top-level domains by name: the text around has no spaces that would end one. */
const HAN_DOMAINS =
  '台灣|台湾|香港|中国|中國|新加坡|澳門|澳门|公司|网络|網絡|網路|网址|政务|公益|集团|组织机构|测试|測試';
const FOREIGN_DOMAIN =
  '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Devanagari}\\p{M}]{2,24}|みんな|コム|クラウド|ストア|ファッション|セール|グーグル';
const TOP_LEVEL = `(?:xn--[a-z0-9-]{2,59}(?![a-z0-9])|[a-z]{2,24}(?![a-z0-9])|${HAN_DOMAINS}|${FOREIGN_DOMAIN})`;
/** `git@host:path` is an address of a repository; `name@2x.png` a picture. */
const NO_FILE = '(?!(?<=(?<![a-z])git@)[a-z0-9.-]{1,80}:)(?!\\dx\\.)';

/**
 * E-mail addresses, also with an international domain or `(at)`. A local part in Chinese is taken for
 * one only before a domain in Chinese: `看看@example.com` mentions an account.
 */
export const emailDetectors = [
  detectorOf(
    'email',
    `(?<![@${MASKED}]|${LOCAL})${LOCAL}{1,64}${AT}${NO_FILE}(?:${ASCII_LABEL}\\.){1,6}${TOP_LEVEL}`,
  ),
  detectorOf(
    'email',
    `(?<![@${MASKED}]|${LOCAL})${LOCAL}{1,64}${AT}${NO_FILE}(?:${LABEL}\\.){1,6}${TOP_LEVEL}`,
  ),
  detectorOf(
    'email',
    `(?<!@)[\\p{L}\\p{N}._+-]{1,64}@(?:${LABEL}\\.){1,6}(?:${HAN_DOMAINS}|${FOREIGN_DOMAIN})`,
  ),
];
