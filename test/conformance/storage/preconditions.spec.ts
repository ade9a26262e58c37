import { startStoreUnderTest, type StoreUnderTest } from './object-store-client.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store.close());

const REFUSED = { code: 412, errors: [{ reason: 'conditionNotMet' }] };

async function generationOf(name: string): Promise<number> {
  const [metadata] = await store.bucket.file(name).getMetadata();
  return Number(metadata.generation);
}

describe('generation preconditions', () => {
  it('create-if-absent writes once, and is refused with 412 ever after', async () => {
    const file = store.bucket.file('once');
    await file.save('first', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    await expect(
      file.save('second', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }),
    ).rejects.toMatchObject(REFUSED);
    await expect(
      file.save('third', { resumable: true, preconditionOpts: { ifGenerationMatch: 0 } }),
    ).rejects.toMatchObject({ status: 412 });
    expect((await file.download())[0].toString()).toBe('first');
  });

  it('lets exactly one of many concurrent create-if-absent win', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        store.bucket.file('race').save(`writer ${index}`, {
          resumable: index % 2 === 0,
          preconditionOpts: { ifGenerationMatch: 0 },
        }),
      ),
    );
    const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    const [bytes] = await store.bucket.file('race').download();
    expect(bytes.toString()).toBe(`writer ${winners[0]}`);
  });

  it('judges a resumable upload again when it ends', async () => {
    const file = store.bucket.file('overtaken');
    const [uri] = await file.createResumableUpload({ preconditionOpts: { ifGenerationMatch: 0 } });
    await file.save('overtaker', { resumable: false });
    expect((await fetch(uri, { method: 'PUT', body: 'late' })).status).toBe(412);
    expect((await file.download())[0].toString()).toBe('overtaker');
  });

  it('replaces only the generation that was read', async () => {
    const file = store.bucket.file('compare-and-swap');
    await file.save('1', { resumable: false });
    const read = await generationOf(file.name);
    await file.save('2', { resumable: false, preconditionOpts: { ifGenerationMatch: read } });
    expect(await generationOf(file.name)).toBeGreaterThan(read);
    await expect(
      file.save('3', { resumable: false, preconditionOpts: { ifGenerationMatch: read } }),
    ).rejects.toMatchObject(REFUSED);
  });

  it('ifGenerationNotMatch=0 asks for an object that is there', async () => {
    const options = { resumable: false, preconditionOpts: { ifGenerationNotMatch: 0 } };
    const file = store.bucket.file('must-exist');
    await expect(file.save('x', options)).rejects.toMatchObject(REFUSED);
    await file.save('1', { resumable: false });
    await file.save('2', options);
    expect((await file.download())[0].toString()).toBe('2');
  });

  it('deletes only the generation asked for', async () => {
    const file = store.bucket.file('delete-me');
    await file.save('1', { resumable: false });
    await expect(file.delete({ ifGenerationMatch: 1 })).rejects.toMatchObject(REFUSED);
    await file.delete({ ifGenerationMatch: await generationOf(file.name) });
    await expect(file.delete()).rejects.toMatchObject({ code: 404 });
    await expect(file.delete({ ignoreNotFound: true })).resolves.toBeDefined();
  });

  it('changes metadata only at the metageneration that was read', async () => {
    const file = store.bucket.file('labelled');
    await file.save('1', { resumable: false, metadata: { metadata: { kept: 'yes', gone: 'no' } } });
    await file.setMetadata({ metadata: { gone: null } }, { ifMetagenerationMatch: 1 });
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({ metageneration: '2', metadata: { kept: 'yes' } });
    expect(metadata.metadata).not.toHaveProperty('gone');
    await expect(
      file.setMetadata({ cacheControl: 'no-store' }, { ifMetagenerationMatch: 1 }),
    ).rejects.toMatchObject(REFUSED);
  });

  it('has no old generations: the overwritten one is not found', async () => {
    const file = store.bucket.file('overwritten');
    await file.save('1', { resumable: false });
    const generation = await generationOf(file.name);
    await file.save('2', { resumable: false });
    await expect(store.bucket.file(file.name, { generation }).download()).rejects.toMatchObject({
      code: 404,
    });
  });
});
