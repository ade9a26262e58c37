import { jsonrepair } from 'jsonrepair';

/** What a model's text holds: an object, or what is wrong with it, in a sentence for the model. */
export type JsonReading = { readonly value: object } | { readonly finding: string };

/** More than any answer of ours needs; beyond it nothing is parsed. */
const MAX_LENGTH = 300_000;
/**
 * The repair's time grows with the square of the length: half a million quotes held the process for a
 * minute. A longer answer that is broken is asked for again.
 */
const MAX_REPAIRED_LENGTH = 30_000;
/** Those who walk the answer do so by recursion. */
const MAX_DEPTH = 40;
/** Names that would reach into what all objects share. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the one JSON object in a text: without byte order mark, thoughts, code fences and the prose
 * around it. What is broken is repaired, unless the text was cut: a repair would make up its end.
 */
export function readJson(text: string, isCut: boolean): JsonReading {
  if (text.length > MAX_LENGTH) return { finding: 'The answer is too long.' };
  const bare = withoutWrapping(text);
  if (bare === '') return { finding: 'The answer is empty.' };
  const { end, depth } = extentOf(bare);
  if (depth > MAX_DEPTH) return { finding: 'The answer is nested too deeply.' };
  if (isCut && end === undefined) return { finding: 'The answer was cut off.' };
  const json = bare.slice(0, end);
  const value = parsed(json) ?? (isCut ? undefined : repaired(json));
  if (value === undefined) return { finding: 'The answer is not valid JSON.' };
  if (!isObject(value)) return { finding: 'The answer is not a JSON object.' };
  if (isUnsafe(value, 0)) return { finding: 'The answer has a property that is not allowed.' };
  return { value };
}

function withoutWrapping(text: string): string {
  const bare = text
    .replace(/^\uFEFF/u, '')
    .replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/iu, '')
    .trim();
  if (/^[[{]/u.test(bare)) return bare;
  // A fence ends with its line, which no string of JSON can hold.
  const [, fenced = bare] =
    /```(?:json)?[^\S\n]*\n([\s\S]*?)(?:\n[^\S\n]*```|$)/iu.exec(bare) ?? [];
  const inner = fenced.trim();
  return inner.startsWith('[') ? inner : inner.slice(Math.max(inner.indexOf('{'), 0));
}

/** Where the first value of a text ends, if it does, and how deep it is. */
function extentOf(text: string): { end: number | undefined; depth: number } {
  let open = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/gu)) {
    if (token === '{' || token === '[') depth = Math.max(depth, ++open);
    else if ((token === '}' || token === ']') && --open === 0) return { end: index + 1, depth };
  }
  return { end: undefined, depth };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repaired(text: string): unknown {
  if (text.length > MAX_REPAIRED_LENGTH) return undefined;
  try {
    return parsed(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A repair may have made the value deeper than its text seemed. */
function isUnsafe(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(value).some(
    ([name, inner]) => FORBIDDEN_NAMES.has(name) || isUnsafe(inner, depth + 1),
  );
}
