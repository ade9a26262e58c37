import { status } from '@grpc/grpc-js';
import { startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

const aDocument = () => firestore.aCollection().doc('a');

describe('documents', () => {
  it('reads back what was set', async () => {
    const document = aDocument();
    await document.set({ x: 1, s: 'héllo 繁體' });
    expect((await document.get()).data()).toEqual({ x: 1, s: 'héllo 繁體' });
  });

  it('tells that a document is missing, and as of when', async () => {
    const snapshot = await aDocument().get();
    expect(snapshot.exists).toBe(false);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  });

  it('replaces all fields on set', async () => {
    const document = aDocument();
    await document.set({ x: 1, y: 2 });
    await document.set({ z: 3 });
    expect((await document.get()).data()).toEqual({ z: 3 });
  });

  it('changes only the named fields on update', async () => {
    const document = aDocument();
    await document.set({ x: 1, y: 2 });
    await document.update({ y: 5 });
    expect((await document.get()).data()).toEqual({ x: 1, y: 5 });
  });

  it('refuses to update a missing document', async () => {
    await expect(aDocument().update({ x: 1 })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('deletes a document, whether it is there or not', async () => {
    const document = aDocument();
    await document.set({ x: 1 });
    await document.delete();
    expect((await document.get()).exists).toBe(false);
    await expect(document.delete()).resolves.toBeDefined();
  });

  it('creates a document once', async () => {
    const document = aDocument();
    await document.create({ x: 1 });
    await expect(document.create({ x: 2 })).rejects.toMatchObject({ code: status.ALREADY_EXISTS });
    expect((await document.get()).data()).toEqual({ x: 1 });
  });

  it('creates a document again after its deletion', async () => {
    const document = aDocument();
    await document.create({ x: 1 });
    await document.delete();
    await document.create({ x: 2 });
    expect((await document.get()).data()).toEqual({ x: 2 });
  });

  it('adds a document under an id of the client’s making', async () => {
    const reference = await firestore.aCollection().add({ x: 1 });
    expect((await reference.get()).data()).toEqual({ x: 1 });
  });

  it('keeps the creation time and raises the update time with each of 20 quick writes', async () => {
    const document = aDocument();
    await document.set({ n: 0 });
    const created = await document.get();
    let previous = created.updateTime?.valueOf() ?? '';
    for (let n = 1; n <= 20; n++) {
      const { writeTime } = await document.set({ n });
      expect(writeTime.valueOf() > previous).toBe(true);
      previous = writeTime.valueOf();
    }
    const last = await document.get();
    expect(last.createTime).toEqual(created.createTime);
    expect(last.updateTime?.valueOf()).toBe(previous);
  });

  it('keeps the update time when a write changes nothing', async () => {
    const document = aDocument();
    const content = { n: 1, b: Buffer.from([1]), empty: {}, none: [], at: new Date(5) };
    const first = await document.set(content);
    await document.set(content);
    expect((await document.get()).updateTime).toEqual(first.writeTime);
  });
});

describe('preconditions', () => {
  it('updates only the version that the writer has seen', async () => {
    const document = aDocument();
    const first = await document.set({ n: 1 });
    await document.update({ n: 2 }, { lastUpdateTime: first.writeTime });
    await expect(
      document.update({ n: 3 }, { lastUpdateTime: first.writeTime }),
    ).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
    expect((await document.get()).data()).toEqual({ n: 2 });
  });

  it('lets exactly one of 10 writers win that have seen the same version', async () => {
    const document = aDocument();
    const { writeTime } = await document.set({ n: 0 });
    const racers = Array.from({ length: 10 }, (_, i) =>
      document.update({ n: i + 1 }, { lastUpdateTime: writeTime }),
    );
    const results = await Promise.allSettled(racers);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses to delete a missing document that must exist', async () => {
    await expect(aDocument().delete({ exists: true })).rejects.toMatchObject({
      code: status.NOT_FOUND,
    });
  });

  it('refuses to delete a version that is no longer current', async () => {
    const document = aDocument();
    const first = await document.set({ n: 1 });
    await document.set({ n: 2 });
    await expect(document.delete({ lastUpdateTime: first.writeTime })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    expect((await document.get()).exists).toBe(true);
  });
});
