import { DocumentCache } from './document-cache.ts';

const version = (name: string, updatedMicros = 1) => {
  return { name, fields: {}, createdMicros: 1, updatedMicros };
};

describe('DocumentCache', () => {
  it('returns only the version asked for', () => {
    const cache = new DocumentCache(100);
    cache.put(version('a', 2), 10);
    expect(cache.get('a', 2)).toEqual(version('a', 2));
    expect(cache.get('a', 1)).toBeUndefined();
  });

  it('drops what was not used for longest when the bytes exceed its bound', () => {
    const cache = new DocumentCache(25);
    cache.put(version('a'), 10);
    cache.put(version('b'), 10);
    cache.get('a', 1);
    cache.put(version('c'), 10);
    expect([cache.get('a', 1), cache.get('b', 1), cache.get('c', 1)]).toEqual([
      version('a'),
      undefined,
      version('c'),
    ]);
  });

  it('keeps what it has when scans of more than it can hold pass by', () => {
    const cache = new DocumentCache(25);
    for (const name of ['a', 'b', 'c', 'd']) cache.put(version(name), 10, { onlyIfRoom: true });
    expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name, 1)?.name)).toEqual([
      'a',
      'b',
      undefined,
      undefined,
    ]);
  });
});
