import { startStoreUnderTest, type StoreUnderTest } from './object-store-client.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
  for (const [name, text] of [
    ['a', '第一'],
    ['b', '第二'],
  ] as const) {
    await store.bucket.file(name).save(text, { resumable: false, contentType: 'text/plain' });
  }
});
afterAll(() => store.close());

describe('composing objects', () => {
  it('puts them one behind the other, in the order asked for', async () => {
    await store.bucket.combine(['b', 'a', 'b'], 'whole');
    const whole = store.bucket.file('whole');
    expect((await whole.download({ validation: 'crc32c' }))[0].toString()).toBe('第二第一第二');
    expect((await whole.getMetadata())[0].contentType).toBe('text/plain');
  });

  it('obeys preconditions, and wants every source', async () => {
    const sources = ['a', 'b'];
    const onlyNew = { ifGenerationMatch: 0 };
    await store.bucket.combine(sources, 'once', onlyNew);
    await expect(store.bucket.combine(sources, 'once', onlyNew)).rejects.toMatchObject({
      code: 412,
    });
    await expect(store.bucket.combine(['a', 'absent'], 'x')).rejects.toMatchObject({ code: 404 });
    expect(await store.bucket.file('x').exists()).toEqual([false]);
  });

  it('takes up to 32 sources', async () => {
    const sources = (count: number) => Array.from({ length: count }, () => 'a');
    await store.bucket.combine(sources(32), 'many');
    await expect(store.bucket.combine(sources(33), 'x')).rejects.toMatchObject({ code: 400 });
  });
});
