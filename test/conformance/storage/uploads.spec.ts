import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { startStoreUnderTest, type StoreUnderTest } from './object-store-client.ts';

const CHUNK = 256 * 1024;
let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest({ maxObjectBytes: 4 * 1024 * 1024 });
});
afterAll(() => store.close());

describe('uploads by the real client', () => {
  it.each([
    ['multipart', { resumable: false }],
    ['resumable', { resumable: true }],
    ['resumable in chunks', { resumable: true, chunkSize: CHUNK }],
  ])('%s: the bytes come back, checked by checksum', async (label, options) => {
    const bytes = randomBytes(3 * CHUNK + 17);
    const file = store.bucket.file(`uploads/${label}.bin`);
    await file.save(bytes, { ...options, validation: 'crc32c' });
    const [downloaded] = await file.download({ validation: 'crc32c' });
    expect(downloaded.equals(bytes)).toBe(true);
    await file.save(bytes, { ...options, validation: 'md5' });
    const [again] = await file.download({ validation: 'md5' });
    expect(again.equals(bytes)).toBe(true);
  });

  it.each([
    ['multipart', { resumable: false }],
    ['resumable', { resumable: true }],
    ['resumable in chunks', { resumable: true, chunkSize: CHUNK }],
  ])('%s: an empty object is an object', async (label, options) => {
    const file = store.bucket.file(`empty/${label}`);
    await file.save('', options);
    const [metadata] = await file.getMetadata();
    expect(metadata.size).toBe('0');
    const [downloaded] = await file.download();
    expect(downloaded).toHaveLength(0);
  });

  it('ends a chunked upload whose size is an exact multiple of the chunk', async () => {
    const bytes = randomBytes(2 * CHUNK);
    const file = store.bucket.file('uploads/exact.bin');
    await file.save(bytes, { resumable: true, chunkSize: CHUNK });
    expect((await file.download())[0].equals(bytes)).toBe(true);
  });

  it.each(['報告/第 1 章 + 100%?#&.html', '🧪/ü', 'a//b/', 'o', "it's (1)*!"])(
    'keeps the name %s',
    async (name) => {
      const file = store.bucket.file(name);
      await file.save('一', { resumable: true });
      await file.save('二', { resumable: false });
      expect((await file.download())[0].toString()).toBe('二');
      const [files] = await store.bucket.getFiles({ prefix: name });
      expect(files.map((found) => found.name)).toContain(name);
      expect(await fetch(file.publicUrl()).then((response) => response.text())).toBe('二');
    },
  );

  it('continues an upload from where a first process stopped', async () => {
    const bytes = randomBytes(CHUNK + 1000);
    const file = store.bucket.file('uploads/continued.bin');
    const [uri] = await file.createResumableUpload();
    const first = await fetch(uri, {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-${CHUNK - 1}/*` },
      body: bytes.subarray(0, CHUNK),
    });
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${CHUNK - 1}`]);
    await file.save(bytes, { resumable: true, uri, offset: undefined });
    expect((await file.download())[0].equals(bytes)).toBe(true);
  });

  it('answers a status query with 308 and no range, then with the object once it is complete', async () => {
    const file = store.bucket.file('uploads/status.bin');
    const [uri] = await file.createResumableUpload();
    const query = { method: 'PUT', headers: { 'content-range': 'bytes */*' } };
    const before = await fetch(uri, query);
    expect([before.status, before.headers.get('range')]).toEqual([308, null]);
    await fetch(uri, { method: 'PUT', body: 'done' });
    const after = await fetch(uri, query);
    expect(after.status).toBe(200);
    expect(await after.json()).toMatchObject({ name: 'uploads/status.bin', size: '4' });
  });

  it('does not skip over a gap, and takes bytes that were sent twice once', async () => {
    const bytes = randomBytes(2 * CHUNK);
    const file = store.bucket.file('uploads/gap.bin');
    const [uri] = await file.createResumableUpload();
    const put = (from: number, to: number, total: string): Promise<Response> =>
      fetch(uri, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${from}-${to - 1}/${total}` },
        body: bytes.subarray(from, to),
      });
    const gap = await put(CHUNK, 2 * CHUNK, '*');
    expect([gap.status, gap.headers.get('range')]).toEqual([308, null]);
    expect((await put(0, CHUNK, '*')).status).toBe(308);
    expect((await put(0, 2 * CHUNK, String(2 * CHUNK))).status).toBe(200);
    expect((await file.download())[0].equals(bytes)).toBe(true);
  });

  it('refuses bytes that do not match the announced checksum, and stores nothing', async () => {
    const file = store.bucket.file('uploads/damaged.bin');
    await expect(
      file.save('damaged', { resumable: false, metadata: { md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' } }),
    ).rejects.toMatchObject({ code: 400 });
    expect(await file.exists()).toEqual([false]);
  });

  it('refuses an object over the limit with 413, however it is sent', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024);
    const file = store.bucket.file('uploads/large.bin');
    for (const options of [{ resumable: false }, { resumable: true, chunkSize: 4 * CHUNK }]) {
      await expect(file.save(bytes, options)).rejects.toMatchObject({ code: 413 });
    }
    expect(await file.exists()).toEqual([false]);
  });

  it('gives gzip content to the client decompressed, and to others by what they accept', async () => {
    const file = store.bucket.file('uploads/page.html');
    await file.save('<p>壓縮</p>', { gzip: true, resumable: false });
    const [metadata] = await file.getMetadata();
    expect(metadata.contentEncoding).toBe('gzip');
    expect((await file.download())[0].toString()).toBe('<p>壓縮</p>');
    const plain = await fetch(file.publicUrl(), { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe('<p>壓縮</p>');
    expect(Number(metadata.size)).toBe(gzipSync('<p>壓縮</p>').length);
  });
});
