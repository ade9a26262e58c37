import { checkDocumentSize, documentSize } from './document-size.ts';

const ROOT = 'projects/p/databases/d/documents';

describe('documentSize', () => {
  // The worked example of https://firebase.google.com/docs/firestore/storage-size
  it('gives the size that the documentation computes for its example', () => {
    const fields = {
      type: { stringValue: 'Personal' },
      done: { booleanValue: false },
      priority: { integerValue: '1' },
      description: { stringValue: 'Learn Cloud Firestore' },
    };
    expect(documentSize(`${ROOT}/users/jeff/tasks/my_task_id`, fields)).toBe(147);
  });

  it('counts UTF-8 bytes, map keys, array elements and fixed sizes', () => {
    const name = `${ROOT}/c/d`;
    const empty = documentSize(name, {});
    const sizeOf = (value: object) => documentSize(name, { f: value }) - empty - 2;
    expect(sizeOf({ stringValue: '中文' })).toBe(7);
    expect(sizeOf({ bytesValue: Buffer.alloc(5) })).toBe(5);
    expect(sizeOf({ nullValue: 'NULL_VALUE' })).toBe(1);
    expect(sizeOf({ timestampValue: {} })).toBe(8);
    expect(sizeOf({ geoPointValue: {} })).toBe(16);
    expect(sizeOf({ arrayValue: { values: [{ doubleValue: 1 }, { booleanValue: true }] } })).toBe(
      9,
    );
    expect(sizeOf({ mapValue: { fields: { ab: { integerValue: '1' } } } })).toBe(11);
  });
});

describe('checkDocumentSize', () => {
  it('lets exactly 1 MiB through', () => {
    const name = `${ROOT}/c/d`;
    const room = 1_048_576 - documentSize(name, { s: { stringValue: '' } });
    const fields = (length: number) => ({ s: { stringValue: 'x'.repeat(length) } });
    expect(() => checkDocumentSize(name, fields(room))).not.toThrow();
    expect(() => checkDocumentSize(name, fields(room + 1))).toThrow('1,048,576 bytes');
  });
});
