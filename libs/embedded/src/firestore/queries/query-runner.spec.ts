import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadFirestoreProtocol } from '../protocol/firestore-protocol.ts';
import type { Filter, StructuredQuery } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import { DocumentCodec } from '../storage/document-codec.ts';
import { openDocumentDatabase } from '../storage/document-database.ts';
import { DocumentStore } from '../storage/document-store.ts';
import { runQuery, type PlacedQuery } from './query-runner.ts';
import { sortKeysOf } from './sort-order.ts';

const ROOT = 'projects/p/databases/d/documents';
const codec = new DocumentCodec(loadFirestoreProtocol().documentType);
const aStore = (file = ':memory:') => new DocumentStore(openDocumentDatabase(file, 'off'), codec);

const integer = (n: number): Value => ({ integerValue: String(n) });
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map(integer),
  fc.constantFrom<Value>(
    { doubleValue: 1 },
    { doubleValue: 1.5 },
    { doubleValue: NaN },
    { nullValue: 'NULL_VALUE' },
    { stringValue: 'a' },
    { stringValue: 'b' },
    { booleanValue: true },
  ),
);
const list = fc.array(scalar, { maxLength: 3 }).map((values) => ({ arrayValue: { values } }));
const fields = fc.record(
  { a: scalar, b: scalar, t: list, m: scalar.map((x) => ({ mapValue: { fields: { x } } })) },
  { requiredKeys: [] },
);
const name = fc
  .tuple(fc.constantFrom('c', 'p/1/c', 'p/2/c'), fc.constantFrom('i', 'j', 'k', 'l', 'z', 'あ'))
  .map(([collection, id]) => `${ROOT}/${collection}/${id}`);
const write = fc.record({ name, fields: fc.option(fields, { nil: undefined }) });

const path = fc.constantFrom('a', 'b', 'm.x');
const comparison = fc.constantFrom(
  'EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
);
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: fieldFilter(path, comparison, scalar) },
  fieldFilter(
    path,
    fc.constant('IN'),
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
  ),
  fieldFilter(fc.constant('t'), fc.constant('ARRAY_CONTAINS'), scalar),
  fieldFilter(
    fc.constant('t'),
    fc.constant('ARRAY_CONTAINS_ANY'),
    fc.array(scalar, { minLength: 1, maxLength: 2 }).map((values) => ({ arrayValue: { values } })),
  ),
  fieldFilter(
    fc.constant('__name__'),
    comparison,
    name.map((referenceValue) => ({ referenceValue })),
  ),
  fc
    .tuple(path, fc.constantFrom('IS_NULL', 'IS_NAN', 'IS_NOT_NULL'))
    .map(([fieldPath, op]) => ({ unaryFilter: { field: { fieldPath }, op } })),
);
const where: fc.Arbitrary<Filter> = fc.oneof(
  leaf,
  fc
    .tuple(fc.constantFrom('AND', 'OR'), fc.array(leaf, { minLength: 1, maxLength: 3 }))
    .map(([op, filters]) => ({ compositeFilter: { op, filters } })),
);
const orderBy = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('a', 'b', 'm.x', '__name__').map((fieldPath) => ({ fieldPath })),
    direction: fc.constantFrom('ASCENDING', 'DESCENDING'),
  }),
  { maxLength: 2, selector: ({ field }) => field.fieldPath },
);
const cursor = fc.record({
  values: fc.array(scalar, { minLength: 1, maxLength: 1 }),
  before: fc.boolean(),
});
const query: fc.Arbitrary<StructuredQuery> = fc.record(
  {
    from: fc.boolean().map((allDescendants) => [{ collectionId: 'c', allDescendants }]),
    where,
    orderBy,
    startAt: cursor,
    endAt: cursor,
    offset: fc.integer({ min: 0, max: 2 }),
    limit: fc.integer({ min: 0, max: 4 }).map((value) => ({ value })),
  },
  { requiredKeys: ['from'] },
);
const parent = fc.constantFrom(ROOT, `${ROOT}/p/1`);

function fieldFilter(
  paths: fc.Arbitrary<string>,
  ops: fc.Arbitrary<string>,
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<Filter> {
  return fc
    .tuple(paths, ops, values)
    .map(([fieldPath, op, value]) => ({ fieldFilter: { field: { fieldPath }, op, value } }));
}

function namesOf(store: DocumentStore, placed: PlacedQuery, atMicros?: number): string[] | string {
  try {
    return runQuery(store, placed, atMicros).documents.map((document) => document.name);
  } catch (error) {
    return String(error);
  }
}

describe('runQuery', () => {
  it('finds by its indexes what a scan finds, whatever was written before and after', () => {
    // Reads at a time have no indexes, so they are the scan to compare with.
    const queries = fc.array(fc.record({ parent, query }), { minLength: 1, maxLength: 4 });
    const writes = fc.array(write, { maxLength: 20 });
    fc.assert(
      fc.property(writes, queries, writes, (before, asked, after) => {
        const store = aStore();
        let now = 1;
        const apply = (changes: typeof before) => {
          for (const change of changes) {
            now += 1;
            store.transact(() => {
              if (change.fields === undefined) store.remove(change.name, now);
              else store.put(change.name, change.fields, now);
            });
          }
        };
        try {
          apply(before);
          for (const placed of asked) {
            expect(namesOf(store, placed)).toEqual(namesOf(store, placed, now));
          }
          apply(after);
          for (const placed of asked) {
            expect(namesOf(store, placed)).toEqual(namesOf(store, placed, now));
          }
        } finally {
          store.close();
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  const filled = (store: DocumentStore, count: number) => {
    store.transact(() => {
      for (let i = 0; i < count; i++) {
        const wakeAt = { stringValue: String((i * 7919) % count).padStart(6, '0') };
        const kind = integer(i % 3);
        store.put(
          `${ROOT}/runs/r${i}`,
          { wakeAt, kind, tags: { arrayValue: { values: [kind] } } },
          1,
        );
      }
    });
  };
  const from = [{ collectionId: 'runs' }];
  const due: Filter = {
    fieldFilter: {
      field: { fieldPath: 'wakeAt' },
      op: 'LESS_THAN_OR_EQUAL',
      value: { stringValue: '000500' },
    },
  };
  const ofKind: Filter = {
    fieldFilter: { field: { fieldPath: 'kind' }, op: 'EQUAL', value: integer(1) },
  };

  it.each<[string, StructuredQuery, number]>([
    ['a range with an order and a limit', { where: due, limit: { value: 50 } }, 50],
    [
      'an order with a limit',
      { orderBy: [{ field: { fieldPath: 'kind' } }], limit: { value: 7 } },
      7,
    ],
    ['an equality', { where: ofKind }, 333],
    [
      'an equality and a range',
      { where: { compositeFilter: { op: 'AND', filters: [ofKind, due] } }, limit: { value: 20 } },
      20,
    ],
    [
      'a cursor',
      { where: due, startAt: { values: [{ stringValue: '000490' }], before: true } },
      11,
    ],
    ['the first page by name', { limit: { value: 10 } }, 10],
  ])('looks at no more documents than it returns: %s', (_, asked, count) => {
    const store = aStore();
    filled(store, 1000);
    const result = runQuery(store, { parent: ROOT, query: { from, ...asked } });
    expect([result.documents.length, result.scanned]).toEqual([count, count]);
    store.close();
  });

  it('keeps its indexes in the file, and goes on with them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'indexes-'));
    const file = join(folder, 'firestore.sqlite');
    const placed = { parent: ROOT, query: { from, where: due, limit: { value: 5 } } };
    try {
      const first = aStore(file);
      filled(first, 100);
      const found = runQuery(first, placed).documents;
      first.close();
      const second = aStore(file);
      second.transact(() => second.remove(found[0]?.name ?? '', 5));
      const again = runQuery(second, placed);
      expect(again.documents.slice(0, 4)).toEqual(found.slice(1));
      expect(again.scanned).toBe(5);
      second.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('scans when clients make up more kinds of queries than it keeps indexes for', () => {
    const store = aStore();
    filled(store, 10);
    for (let i = 0; i < 250; i++) {
      const orderBy = [{ field: { fieldPath: `made-up-${i}` } }];
      runQuery(store, { parent: ROOT, query: { from, orderBy, limit: { value: 1 } } });
    }
    const last = runQuery(store, { parent: ROOT, query: { from, where: due } });
    expect([last.documents.length, last.scanned, last.indexes]).toEqual([10, 10, []]);
    store.close();
  });

  it('sorts ties by name in the direction of the last order', () => {
    const descending = { orderBy: [{ field: { fieldPath: 'kind' }, direction: 'DESCENDING' }] };
    expect(sortKeysOf(descending).at(-1)).toEqual({ path: '__name__', direction: -1 });
    const store = aStore();
    filled(store, 6);
    const asked = { from, ...descending, limit: { value: 3 } };
    const { documents } = runQuery(store, { parent: ROOT, query: asked });
    expect(documents.map((document) => document.name.at(-1))).toEqual(['5', '2', '4']);
    store.close();
  });
});
