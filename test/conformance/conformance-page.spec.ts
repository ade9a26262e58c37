import { existsSync, readFileSync } from 'node:fs';
import { conformancePage } from './official/conformance-page.ts';
import { DIFFERENCES } from './official/differences.ts';
import { DIFFERING_TESTS } from './official/differing-tests.ts';
import { EMBEDDED_ONLY } from './official/embedded-only.ts';

const PAGE = new URL('../../docs/conformance.md', import.meta.url);
const isSpec = (spec: string) => existsSync(new URL(spec, import.meta.url));

describe('docs/conformance.md', () => {
  it('says what the tables say: run test/conformance/official/write-page.ts otherwise', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(conformancePage());
  });
});

describe('the tables of differences', () => {
  it('show each difference by a test, and no test twice', () => {
    const shown = new Set(DIFFERING_TESTS.map(({ difference }) => difference));
    expect([...shown].sort()).toEqual(Object.keys(DIFFERENCES).sort());
    const tests = DIFFERING_TESTS.map(({ spec, name }) => `${spec} ${name}`);
    expect(tests).toHaveLength(new Set(tests).size);
  });

  it('name specs that are there', () => {
    const specs = [...DIFFERING_TESTS.map(({ spec }) => spec), ...Object.keys(EMBEDDED_ONLY)];
    expect(specs.filter((spec) => !isSpec(spec))).toEqual([]);
  });
});
