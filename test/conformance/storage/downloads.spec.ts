import { randomUUID } from 'node:crypto';
import { Storage } from '@google-cloud/storage';
import { startStoreUnderTest, type StoreUnderTest } from './object-store-client.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
  await store.bucket.file('報告.html').save('<h1>報告</h1>', {
    resumable: false,
    metadata: {
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'private, max-age=60',
      contentDisposition: "inline; filename*=UTF-8''report.html",
    },
  });
});
afterAll(() => store.close());

describe('downloads', () => {
  it('carry the headers a browser and the client need', async () => {
    const file = store.bucket.file('報告.html');
    const [metadata] = await file.getMetadata();
    const url = `${store.endpoint}/download/storage/v1/b/${store.bucket.name}/o/${encodeURIComponent(file.name)}`;
    const response = await fetch(url);
    expect(await response.text()).toBe('<h1>報告</h1>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, max-age=60',
      'content-disposition': "inline; filename*=UTF-8''report.html",
      'content-length': '15',
      'x-goog-generation': String(metadata.generation),
      'x-goog-hash': `crc32c=${metadata.crc32c},md5=${metadata.md5Hash}`,
      etag: `"${metadata.etag}"`,
    });
  });

  it('answer 304 to a reader that has the same ETag, and HEAD without a body', async () => {
    const url = store.bucket.file('報告.html').publicUrl();
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '15']);
    const etag = head.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('give a part of the bytes, and 416 past the end', async () => {
    const file = store.bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    expect((await file.download({ start: 2, end: 4 }))[0].toString()).toBe('234');
    expect((await file.download({ end: -3 }))[0].toString()).toBe('789');
    await expect(file.download({ start: 10, end: 12 })).rejects.toMatchObject({ code: 416 });
  });

  it('miss an object with 404 and a reason', async () => {
    await expect(store.bucket.file('absent').getMetadata()).rejects.toMatchObject({
      code: 404,
      errors: [{ reason: 'notFound' }],
    });
  });

  it('copy and move keep content and metadata', async () => {
    const source = store.bucket.file('報告.html');
    const [copy] = await source.copy(store.bucket.file('copies/報告 2.html'));
    const [metadata] = await copy.getMetadata();
    expect(metadata.contentType).toBe('text/html; charset=utf-8');
    await copy.move('moved.html');
    expect((await store.bucket.file('moved.html').download())[0].toString()).toBe('<h1>報告</h1>');
    expect(await copy.exists()).toEqual([false]);
  });

  it('refuse a path that is not percent-encoded UTF-8, and one that leads nowhere', async () => {
    expect((await fetch(`${store.endpoint}/storage/v1/b/x/o/%ff`)).status).toBe(400);
    expect((await fetch(`${store.endpoint}/`)).status).toBe(404);
  });
});

describe('STORAGE_EMULATOR_HOST', () => {
  it('leads the client here without any option', async () => {
    const before = process.env['STORAGE_EMULATOR_HOST'];
    process.env['STORAGE_EMULATOR_HOST'] = store.endpoint;
    try {
      const bucket = new Storage({ projectId: 'dossier-test' }).bucket(`env-${randomUUID()}`);
      await bucket.create();
      await bucket.file('深/x').save('ok');
      expect((await bucket.file('深/x').download())[0].toString()).toBe('ok');
      expect((await bucket.getFiles())[0]).toHaveLength(1);
    } finally {
      if (before === undefined) delete process.env['STORAGE_EMULATOR_HOST'];
      else process.env['STORAGE_EMULATOR_HOST'] = before;
    }
  });
});
