import { loadFirestoreProtocol } from '../protocol/firestore-protocol.ts';
import { DocumentCodec } from './document-codec.ts';
import { openDocumentDatabase } from './document-database.ts';
import { DocumentStore } from './document-store.ts';

const ROOT = 'projects/p/databases/d/documents';
const name = `${ROOT}/c/a`;
const n = (integerValue: string) => ({ n: { integerValue } });

function aStore(): DocumentStore {
  const codec = new DocumentCodec(loadFirestoreProtocol().documentType);
  return new DocumentStore(openDocumentDatabase(':memory:', 'off'), codec);
}

describe('DocumentStore', () => {
  it('answers reads of the past until that history is forgotten', () => {
    const store = aStore();
    store.transact(() => store.put(name, n('1'), 10));
    store.transact(() => store.put(name, n('2'), 20));
    store.transact(() => store.remove(name, 30));
    const scope = { parent: ROOT, collectionId: 'c', allDescendants: false };
    const seenAt = (at: number) => [store.get(name, at)?.fields, store.scan(scope, at)[0]?.fields];
    expect(seenAt(9)).toEqual([undefined, undefined]);
    expect(seenAt(10)).toEqual([n('1'), n('1')]);
    expect(seenAt(19)).toEqual([n('1'), n('1')]);
    expect(seenAt(20)).toEqual([n('2'), n('2')]);
    expect(seenAt(30)).toEqual([undefined, undefined]);
    expect(store.newestMicros()).toBe(30);
    store.forgetHistoryBefore(25);
    expect(seenAt(19)).toEqual([undefined, undefined]);
    expect(seenAt(20)).toEqual([n('2'), n('2')]);
    store.close();
  });

  it('takes back all writes of a failed transaction, also from its cache', () => {
    const store = aStore();
    store.transact(() => store.put(name, n('1'), 10));
    const failing = () =>
      store.transact(() => {
        store.put(name, n('2'), 20);
        expect(store.get(name)?.fields).toEqual(n('2'));
        throw new Error('boom');
      });
    expect(failing).toThrow('boom');
    expect(store.get(name)).toEqual({ name, fields: n('1'), createdMicros: 10, updatedMicros: 10 });
    store.close();
  });

  it('keeps the creation time of a document until it is deleted', () => {
    const store = aStore();
    store.transact(() => store.put(name, n('1'), 10));
    store.transact(() => store.put(name, n('2'), 20));
    expect(store.get(name)?.createdMicros).toBe(10);
    store.transact(() => store.remove(name, 30));
    store.transact(() => store.put(name, n('3'), 40));
    expect(store.get(name)?.createdMicros).toBe(40);
    store.close();
  });
});
