/** What each task that asks for JSON wants, at its best. */
export const GOOD_ANSWERS = {
  plan: {
    verdict: 'researchable',
    reason: 'none',
    groups: [
      {
        purpose: '發電的成本',
        query: '地熱 成本',
        language: 'zh-TW',
        sourceKind: 'web',
        sinceDays: 9,
      },
    ],
  },
  compare: {
    agreements: [{ claim: '多個來源說法一致', extracts: ['S1-1', 'S2-1'] }],
    divergences: [
      {
        kind: 'numeric',
        claim: '各來源說法不同',
        sides: [
          { position: '一方的說法', extracts: ['S1-1'] },
          { position: '另一方的說法', extracts: ['S2-1'] },
        ],
      },
    ],
    gaps: [{ group: 'g1', note: '缺少最近的資料' }],
  },
  outline: {
    chapters: [
      { heading: '成本', aim: '說明成本', extracts: ['S1-1', 'S2-1'] },
      { heading: '規模', aim: '說明規模', extracts: ['S3-1', 'S2-1'] },
      { heading: '風險', aim: '說明風險', extracts: ['S3-1', 'S4-1'] },
    ],
  },
  closing: { title: '地熱發電', summary: '台灣的地熱發電有許多來源，各方的說法不同。'.repeat(2) },
} as const;

/** What stands where something else is wanted. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  '',
  -1,
  1e300,
  true,
  [],
  [[]],
  {},
  [{}],
  [null],
  '\u0000',
  '\ud800',
  '<b onclick=x>粗</b>',
  '这是简体中文的内容',
  '[x](javascript:alert(1)) https://evil.example/',
  '地'.repeat(1_700_000),
  Array.from({ length: 10_000 }, () => 'S1-1'),
  nested(400),
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
];

/** Whole answers that are no answer to anything. */
export const ODD_TEXTS: readonly (readonly [string, string])[] = [
  ['5 MB of one letter', 'a'.repeat(5_000_000)],
  ['a long list that never closes', '['.repeat(2_000_000)],
  ['an object that never closes', '{"a":'.repeat(500_000)],
  ['stars', '*'.repeat(2_000_000)],
  ['quotation marks', '「'.repeat(1_000_000)],
  ['block quotes', '> '.repeat(500_000)],
  ['headings', '# 地熱\n'.repeat(200_000)],
  ['list items', '- 地熱\n'.repeat(200_000)],
  ['table cells', '| a '.repeat(500_000)],
  ['markers alone', '[^S1-1]'.repeat(300_000)],
  ['the same sentence', '地熱發電的成本很高[S1-1]。'.repeat(200_000)],
  ['line breaks', `${'\n'.repeat(2_000_000)}x`],
  ['NUL', `${'\u0000'.repeat(500_000)}x`],
  ['halves of surrogate pairs', `${'\ud800'.repeat(100_000)}x`],
  ['marks that turn text around', `${'\u202e'.repeat(500_000)}地`],
  ['tags', '<div onclick=x>'.repeat(200_000)],
  ['images', '![x]('.repeat(300_000)],
  ['addresses', 'https://evil.example/ '.repeat(100_000)],
  ['English', 'Geothermal energy is great [S1-1]. It costs nothing [S2-1].'],
  ['Simplified Chinese', '地热发电的成本很高[S1-1]。这是简体中文[S2-1]。'],
  ['Japanese', '地熱発電のコストは高いです[S1-1]。とても高いです[S2-1]。'],
];

/** Every place in a value, the whole first. */
export function placesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    placesIn(each, [...path, name]),
  );
  return [path, ...inner];
}

/** The value with something else in one place. */
export function withOther(
  value: unknown,
  [name, ...rest]: readonly (string | number)[],
  other: unknown,
): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((each, at) =>
      String(at) === String(name) ? withOther(each, rest, other) : each,
    );
  }
  if (typeof value !== 'object' || value === null) return other;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [
      key,
      key === String(name) ? withOther(each, rest, other) : each,
    ]),
  );
}

function nested(depth: number): unknown {
  let value: unknown = '底';
  for (let level = 0; level < depth; level += 1) value = { a: [value] };
  return value;
}
