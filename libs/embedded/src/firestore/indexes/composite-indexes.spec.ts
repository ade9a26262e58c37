import type { Filter, StructuredQuery } from '../protocol/query-messages.ts';
import { checkIndexes, type CompositeIndex } from './composite-indexes.ts';

const value = { integerValue: '1' };
const is = (path: string, op: string): Filter => ({
  fieldFilter: { field: { fieldPath: path }, op, value },
});
const oneOf = (path: string): Filter => ({
  fieldFilter: { field: { fieldPath: path }, op: 'IN', value: { arrayValue: { values: [value] } } },
});
const all = (op: 'AND' | 'OR', ...filters: Filter[]): { where: Filter } => ({
  where: { compositeFilter: { op, filters } },
});
const by = (...paths: string[]) => ({
  orderBy: paths.map((path) => ({
    field: { fieldPath: path.replace(/^-/, '') },
    direction: path.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
  })),
});
const index = (...paths: string[]): CompositeIndex => ({
  collectionGroup: 'c',
  fields: paths.map((path) => {
    if (path.endsWith('[]')) return { fieldPath: path.slice(0, -2), arrayConfig: 'CONTAINS' };
    const isDown = path.startsWith('-');
    return { fieldPath: path.replace(/^-/, ''), order: isDown ? 'DESCENDING' : 'ASCENDING' };
  }),
});
const inGroup = (declared: CompositeIndex): CompositeIndex => ({
  ...declared,
  queryScope: 'COLLECTION_GROUP',
});

function refusal(query: StructuredQuery, declared: CompositeIndex[], allDescendants = false) {
  try {
    checkIndexes({ from: [{ collectionId: 'c', allDescendants }], ...query }, declared);
    return undefined;
  } catch (error) {
    return error;
  }
}

const range = is('n', 'LESS_THAN');
const equal = is('s', 'EQUAL');

describe('queries that need no composite index', () => {
  it.each<[string, StructuredQuery]>([
    ['nothing but the collection', {}],
    ['the name', by('__name__')],
    ['an equality, sorted by name either way', { where: equal, ...by('-__name__') }],
    ['one field sorted', by('n')],
    ['one field sorted down', by('-n')],
    ['a range, sorted by its field', { where: range, ...by('-n') }],
    ['several ranges of one field', all('AND', range, is('n', 'GREATER_THAN'))],
    ['several equalities', all('AND', equal, is('t', 'EQUAL'), is('u', 'ARRAY_CONTAINS'))],
    ['equalities as alternatives', all('OR', equal, is('t', 'EQUAL'))],
    ['one of several values with an equality', all('AND', oneOf('n'), equal)],
    ['an equality, sorted by the same field', { where: equal, ...by('s') }],
    ['inequality', { where: is('n', 'NOT_EQUAL') }],
  ])('%s', (_, query) => {
    expect(refusal(query, [])).toBeUndefined();
  });
});

describe('queries that need a composite index', () => {
  it.each<[string, StructuredQuery, CompositeIndex[], string]>([
    [
      'equality and range',
      all('AND', equal, range),
      [index('s', 'n')],
      '(s ASC, n ASC, __name__ ASC)',
    ],
    [
      'equality and order, either way',
      { where: equal, ...by('-n') },
      [index('s', 'n')],
      '(s ASC, n DESC, __name__ DESC)',
    ],
    ['two orders', by('n', '-t'), [index('-n', 't')], '(n ASC, t DESC, __name__ DESC)'],
    [
      'an order against that of the name',
      by('n', '-__name__'),
      [index('n', '-__name__')],
      '(n ASC, __name__ DESC)',
    ],
    [
      'an array and an order',
      { where: is('t', 'ARRAY_CONTAINS'), ...by('n') },
      [index('t[]', 'n')],
      '(t CONTAINS, n ASC, __name__ ASC)',
    ],
    [
      'two equalities and an order, from two indexes',
      { ...all('AND', equal, is('t', 'EQUAL')), ...by('n') },
      [index('s', 'n'), index('t', 'n')],
      '(s ASC, t ASC, n ASC, __name__ ASC)',
    ],
    [
      'ranges of two fields',
      all('AND', range, is('m', 'LESS_THAN')),
      [index('m', 'n')],
      '(m ASC, n ASC, __name__ ASC)',
    ],
    [
      'one of several values, sorted by another field',
      { where: oneOf('s'), ...by('n') },
      [index('s', 'n')],
      '(s ASC, n ASC, __name__ ASC)',
    ],
  ])('%s', (_, query, declared, text) => {
    expect(refusal(query, declared)).toBeUndefined();
    expect(refusal(query, [])).toMatchObject({
      code: 9,
      details: expect.stringContaining(`collection "c" ${text}`) as string,
    });
  });

  it.each<[string, CompositeIndex[]]>([
    ['of another collection', [{ ...index('s', 'n'), collectionGroup: 'd' }]],
    ['of the collection group', [inGroup(index('s', 'n'))]],
    ['with the fields the other way round', [index('n', 's')]],
    ['with a field that is not asked for', [index('s', 't', 'n')]],
    ['with a part of the fields', [index('s')]],
    ['of the array', [index('s[]', 'n')]],
  ])('are not served by an index %s', (_, declared) => {
    expect(refusal(all('AND', equal, range), declared)).toMatchObject({ code: 9 });
  });
});

describe('names downwards', () => {
  it('are refused by themselves: no index can be declared for them', () => {
    const declared = [index('-__name__'), index('s', 'n')];
    expect(refusal(by('-__name__'), declared)).toMatchObject({
      details: expect.stringContaining('(__name__ DESC)') as string,
    });
  });
});

describe('queries of a collection group', () => {
  it('need a declared index for one field too', () => {
    expect(refusal({ where: range }, [], true)).toMatchObject({
      details: expect.stringContaining('collection group "c" (n ASC, __name__ ASC)') as string,
    });
    expect(refusal({ where: range }, [inGroup(index('n'))], true)).toBeUndefined();
    expect(refusal({ where: equal }, [inGroup(index('s'))], true)).toBeUndefined();
  });

  it('need none for the whole group', () => {
    expect(refusal({}, [], true)).toBeUndefined();
  });
});
