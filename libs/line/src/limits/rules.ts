import { utf16Units, type Measure } from './measures.ts';
import type { Problem, ProblemKind } from './problem.ts';

/** Looks at one value, and adds what is wrong with it. Rules are made of rules, as messages are of parts. */
export type Rule = (value: unknown, path: string, found: Problem[]) => void;

/** Rules by property. */
export type Properties = Readonly<Record<string, Rule>>;

/** Adds one problem. */
export function report(found: Problem[], kind: ProblemKind, path: string, says: string): void {
  found.push({ kind, path, says });
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these properties and no others. */
export function record(required: Properties, optional: Properties = {}): Rule {
  const known = new Map(Object.entries({ ...required, ...optional }));
  return (value, path, found) => {
    if (!isRecord(value)) return report(found, 'wrong-value', path, 'an object');
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) report(found, 'missing', `${path}.${name}`, 'must be there');
    }
    for (const [name, part] of Object.entries(value)) {
      const rule = known.get(name);
      if (rule === undefined) report(found, 'unknown-property', `${path}.${name}`, 'no such thing');
      else if (part !== undefined) rule(part, `${path}.${name}`, found);
    }
  };
}

/** An object whose `type` says which of these rules it obeys. */
export function tagged(kinds: ReadonlyMap<string, Rule>): Rule {
  return (value, path, found) => {
    const rule = isRecord(value) ? kinds.get(String(value['type'])) : undefined;
    if (rule !== undefined) rule(value, path, found);
    else report(found, 'wrong-value', `${path}.type`, `one of ${[...kinds.keys()].join(', ')}`);
  };
}

/** A list; `max` is a rule of LINE, so one more element spoils the whole request. */
export function list(rule: Rule, { min = 0, max = Infinity } = {}): Rule {
  return (value, path, found) => {
    if (!Array.isArray(value)) return report(found, 'wrong-value', path, 'a list');
    const elements: readonly unknown[] = value;
    const says = `${min} to ${max} elements, not ${elements.length}`;
    if (elements.length < min) report(found, 'too-few', path, says);
    if (elements.length > max) report(found, 'too-many', path, says);
    for (const [i, element] of elements.entries()) rule(element, `${path}[${i}]`, found);
  };
}

/** A text that shows something: white space alone counts as nothing, and half a character as damage. */
export function text(max: number, measure: Measure = utf16Units): Rule {
  const unit = measure === utf16Units ? 'UTF-16 units' : 'characters';
  return (value, path, found) => {
    if (typeof value !== 'string') return report(found, 'wrong-value', path, 'a text');
    const length = measure(value);
    if (value.trim() === '') report(found, 'empty', path, 'a text that shows something');
    if (!value.isWellFormed()) report(found, 'half-character', path, 'no lone surrogates');
    if (length > max) report(found, 'too-long', path, `at most ${max} ${unit}, not ${length}`);
  };
}

/** A text of this form. */
export function matching(pattern: RegExp, says: string): Rule {
  return (value, path, found) => {
    if (typeof value !== 'string' || !pattern.test(value)) report(found, 'wrong-value', path, says);
  };
}

/** One of these words. */
export function oneOf(...words: readonly string[]): Rule {
  return (value, path, found) => {
    if (typeof value === 'string' && words.includes(value)) return;
    report(found, 'wrong-value', path, `one of ${words.join(', ')}`);
  };
}

/** A whole number. */
export function whole(min: number, max: number): Rule {
  return (value, path, found) => {
    if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return;
    report(found, 'wrong-value', path, `a whole number from ${min} to ${max}`);
  };
}

/** True or false. */
export const flag: Rule = (value, path, found) => {
  if (typeof value !== 'boolean') report(found, 'wrong-value', path, 'true or false');
};

/** Several rules about one value. */
export function all(...rules: readonly Rule[]): Rule {
  return (value, path, found) => {
    for (const rule of rules) rule(value, path, found);
  };
}
