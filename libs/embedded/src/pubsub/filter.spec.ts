import { FilterSyntaxError } from './filter-syntax-error.ts';
import { compileFilter } from './filter.ts';

const a = { kind: 'a' };
const ab = { kind: 'ab' };
const bSkip = { kind: 'b', skip: '1' };
const dashed = { 'a-b': 'x' };
const none = {};
const names = new Map<object, string>([
  [a, 'a'],
  [ab, 'ab'],
  [bSkip, 'bSkip'],
  [dashed, 'dashed'],
  [none, 'none'],
]);
const matching = (filter: string) => {
  const accepts = compileFilter(filter);
  return [a, ab, bSkip, dashed, none].filter(accepts).map((message) => names.get(message));
};

describe('compileFilter', () => {
  it.each([
    ['attributes.kind = "a"', ['a']],
    ['attributes:kind', ['a', 'ab', 'bSkip']],
    ['hasPrefix(attributes.kind, "a")', ['a', 'ab']],
    ['NOT attributes:kind', ['dashed', 'none']],
    ['attributes.kind != "a"', ['ab', 'bSkip', 'dashed', 'none']],
    ['(attributes.kind = "a" OR attributes.kind = "b") AND -attributes:skip', ['a']],
    ['attributes."a-b" = "x"', ['dashed']],
    ['attributes:"a-b"', ['dashed']],
    ['NOT (attributes:kind OR attributes:"a-b")', ['none']],
    ['attributes:toString', []],
  ])('%s selects %j', (filter, expected) => {
    expect(matching(filter)).toEqual(expected);
  });

  it('reads escaped quotes and backslashes inside a string', () => {
    const accepts = compileFilter(String.raw`attributes.q = "say \"hi\" \\ bye"`);
    expect(accepts({ q: String.raw`say "hi" \ bye` })).toBe(true);
  });

  it.each([
    ['attributes.x ==== "3"', 'expected a quoted string, found ='],
    ['attributes.x = 3', 'unexpected character at 15'],
    ['data = "x"', 'expected attributes, found data'],
    ['attributes.x = ', 'expected more, found the end'],
    ['attributes:x AND attributes:y OR attributes:z', 'without parentheses'],
    ['attributes:x attributes:y', 'unexpected attributes'],
    ['(attributes:x', 'expected ), found the end'],
    ['attributes.x > "1"', 'unexpected character at 13'],
    ['attributes.x "=" "1"', 'expected = or !=, found "="'],
    ['attributes.= = "1"', 'expected an attribute name, found ='],
    ['', 'expected attributes, found the end'],
  ])('refuses %j: %s', (filter, reason) => {
    expect(() => compileFilter(filter)).toThrow(FilterSyntaxError);
    expect(() => compileFilter(filter)).toThrow(reason);
  });
});
