import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Bucket, File, GetSignedUrlConfig } from '@google-cloud/storage';
import { startObjectStore, type RunningObjectStore } from '@dossier/embedded';
import { storageClient } from './object-store-client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAME = "報告/第 1 章 + (a)'*!&x=1.html";

let aheadMs = 0;
let store: RunningObjectStore;
let bucket: Bucket;
let file: File;
beforeAll(async () => {
  // The auth library warns about `credentials`, which is what a signer without a key file has.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  store = await startObjectStore({ now: () => Date.now() + aheadMs });
  const client = storageClient(store.endpoint, await store.signingCredentials());
  [bucket] = await client.createBucket('signed-urls');
  file = bucket.file(NAME);
  await file.save('內容', { resumable: false, contentType: 'text/html' });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await store.close();
});

type Signing = Partial<GetSignedUrlConfig>;

async function urlOf(
  action: GetSignedUrlConfig['action'],
  signing: Signing = {},
  signed: File = file,
): Promise<string> {
  const expires = Date.now() + HOUR_MS;
  const [url] = await signed.getSignedUrl({ version: 'v4', action, expires, ...signing });
  return url;
}

async function refusal(url: string | URL, init?: RequestInit) {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, code: /<Code>(.*)<\/Code>/.exec(text)?.[1] };
}

describe('V4 signed URLs by the real client', () => {
  it('read an object, also by HEAD and in ranges', async () => {
    const url = await urlOf('read');
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await whole.text()).toBe('內容');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(url, { headers: { range: 'bytes=0-2' } })).status).toBe(206);
  });

  it('give the download the name and type that the signer chose', async () => {
    const url = await urlOf('read', { promptSaveAs: 'a.txt', responseType: 'text/plain' });
    const { headers } = await fetch(url);
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect(headers.get('content-type')).toBe('text/plain');
  });

  it('read one generation, and not another', async () => {
    const old = bucket.file('generations');
    await old.save('1', { resumable: false });
    const [{ generation }] = await old.getMetadata();
    const url = await urlOf('read', { queryParams: { generation: String(generation) } }, old);
    expect((await fetch(url)).status).toBe(200);
    await old.save('2', { resumable: false });
    expect(await refusal(url)).toEqual({ status: 404, code: 'NoSuchKey' });
  });

  it('write an object with the type and the metadata that were signed', async () => {
    const written = bucket.file('written/頁.html');
    const extensionHeaders = { 'x-goog-meta-run': 'r  1 ', 'x-goog-if-generation-match': '0' };
    const signing = { contentType: 'text/html', extensionHeaders };
    const url = await urlOf('write', signing, written);
    const headers = { 'content-type': 'text/html', ...extensionHeaders };
    const put = () => refusal(url, { method: 'PUT', headers, body: '頁' });
    expect((await put()).status).toBe(200);
    expect((await written.download())[0].toString()).toBe('頁');
    const [{ contentType, metadata }] = await written.getMetadata();
    expect([contentType, metadata]).toEqual(['text/html', { run: 'r  1' }]);
    expect(await put()).toEqual({ status: 412, code: 'PreconditionFailed' });
  });

  it('write within the length and with the content that were signed', async () => {
    const written = bucket.file('written/limited');
    const sha256 = createHash('sha256').update('12345').digest('hex');
    const extensionHeaders = {
      'x-goog-content-length-range': '3,5',
      'x-goog-content-sha256': sha256,
    };
    const url = await urlOf('write', { extensionHeaders }, written);
    const put = (body: string) => refusal(url, { method: 'PUT', headers: extensionHeaders, body });
    expect(await put('123456')).toEqual({ status: 400, code: 'EntityTooLarge' });
    expect(await put('12')).toEqual({ status: 400, code: 'EntityTooSmall' });
    expect(await put('1234')).toEqual({ status: 400, code: 'BadDigest' });
    expect((await put('12345')).status).toBe(200);
  });

  it('delete an object once', async () => {
    const doomed = bucket.file('doomed');
    await doomed.save('x', { resumable: false });
    const url = await urlOf('delete', {}, doomed);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect(await refusal(url, { method: 'DELETE' })).toEqual({ status: 404, code: 'NoSuchKey' });
  });

  it('start a resumable upload, whose session needs no signature', async () => {
    const uploaded = bucket.file('uploaded/大.bin');
    const url = await urlOf('resumable', { contentType: 'text/csv' }, uploaded);
    const headers = { 'content-type': 'text/csv', 'x-goog-resumable': 'start' };
    const started = await fetch(url, { method: 'POST', headers });
    expect(started.status).toBe(201);
    const session = started.headers.get('location') ?? '';
    expect((await fetch(session, { method: 'PUT', body: 'a,b' })).status).toBe(200);
    const [{ contentType, size }] = await uploaded.getMetadata();
    expect([contentType, size]).toEqual(['text/csv', '3']);
  });
});

describe('a V4 signed URL is refused', () => {
  it('when it has expired', async () => {
    const url = await urlOf('read');
    try {
      aheadMs = HOUR_MS - 10_000;
      expect((await fetch(url)).status).toBe(200);
      aheadMs = HOUR_MS + 1000;
      expect(await refusal(url)).toEqual({ status: 400, code: 'ExpiredToken' });
    } finally {
      aheadMs = 0;
    }
  });

  it('before its time has come', async () => {
    const later = Date.now() + DAY_MS;
    const url = await urlOf('read', { accessibleAt: later, expires: later + HOUR_MS });
    expect(await refusal(url)).toEqual({ status: 403, code: 'AccessDenied' });
  });

  it.each(['0', '604801', '-1', 'soon', '1e3'])(
    'when it is to last %s seconds',
    async (expires) => {
      const url = new URL(await urlOf('read'));
      url.searchParams.set('X-Goog-Expires', expires);
      expect(await refusal(url)).toEqual({ status: 400, code: 'InvalidQueryParameterValue' });
    },
  );

  it('for another method', async () => {
    const url = await urlOf('read');
    const denied = { status: 403, code: 'SignatureDoesNotMatch' };
    expect(await refusal(url, { method: 'PUT', body: 'x' })).toEqual(denied);
    expect(await refusal(url, { method: 'DELETE' })).toEqual(denied);
    expect((await file.download())[0].toString()).toBe('內容');
  });

  it.each<[string, (url: URL) => unknown]>([
    ['path', (url) => (url.pathname = '/signed-urls/other')],
    ['bucket', (url) => (url.pathname = url.pathname.replace('signed-urls', 'other-bucket'))],
    ['lifetime', (url) => url.searchParams.set('X-Goog-Expires', '604800')],
    ['parameters', (url) => url.searchParams.append('generation', '1')],
    ['signature', (url) => url.searchParams.set('X-Goog-Signature', 'ab'.repeat(256))],
    ['signature to nothing', (url) => url.searchParams.set('X-Goog-Signature', '')],
  ])('with a changed %s', async (_, change) => {
    const url = new URL(await urlOf('read'));
    change(url);
    expect(await refusal(url)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('with a header that was signed otherwise, is missing, or was not signed', async () => {
    const extensionHeaders = { 'x-goog-meta-run': '1' };
    const url = await urlOf('write', { extensionHeaders });
    const put = (headers: Record<string, string>) =>
      refusal(url, { method: 'PUT', headers, body: 'x' });
    expect(await put({ 'x-goog-meta-run': '2' })).toMatchObject({ code: 'SignatureDoesNotMatch' });
    const malformed = { status: 400, code: 'MalformedSecurityHeader' };
    expect(await put({})).toEqual(malformed);
    expect(await put({ ...extensionHeaders, 'x-goog-acl': 'public-read' })).toEqual(malformed);
  });

  it.each([
    'X-Goog-Algorithm',
    'X-Goog-Credential',
    'X-Goog-Date',
    'X-Goog-Expires',
    'X-Goog-SignedHeaders',
    'X-Goog-Signature',
  ])('without %s', async (parameter) => {
    const url = new URL(await urlOf('read'));
    url.searchParams.delete(parameter);
    expect(await refusal(url)).toEqual({ status: 400, code: 'InvalidQueryParameterValue' });
  });

  it('by the key of another account', async () => {
    const other = await startObjectStore();
    try {
      const credentials = await other.signingCredentials();
      const stranger = storageClient(store.endpoint, credentials);
      const url = await urlOf('read', {}, stranger.bucket('signed-urls').file(NAME));
      expect(await refusal(url)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
      const named = { ...credentials, client_email: 'x@y.z' };
      const unknown = storageClient(store.endpoint, named).bucket('signed-urls').file(NAME);
      expect(await refusal(await urlOf('read', {}, unknown))).toMatchObject({
        code: 'InvalidSecurity',
      });
    } finally {
      await other.close();
    }
  });

  it('when it lasts longer than seven days, which the client refuses as well', async () => {
    await expect(urlOf('read', { expires: Date.now() + 8 * DAY_MS })).rejects.toThrow('seven days');
  });

  it('when it is of version 2, which this store does not check', async () => {
    const url = await urlOf('read', { version: 'v2' });
    expect((await fetch(url)).status).toBe(501);
  });
});

describe('the signing key', () => {
  it('stays in its file, so that URLs hold over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-key-'));
    const options = {
      database: join(folder, 'storage.sqlite'),
      signingKeyFile: join(folder, 'signing-key.json'),
    };
    try {
      const first = await startObjectStore(options);
      const client = storageClient(first.endpoint, await first.signingCredentials());
      const kept = (await client.createBucket('kept'))[0].file('a');
      await kept.save('kept', { resumable: false });
      const url = await urlOf('read', {}, kept);
      await first.close();
      const second = await startObjectStore({ ...options, port: first.port });
      expect(await fetch(url).then((response) => response.text())).toBe('kept');
      await second.close();
      expect(JSON.parse(await readFile(options.signingKeyFile, 'utf8'))).toMatchObject({
        type: 'service_account',
      });
      await writeFile(options.signingKeyFile, '{}');
      await expect(startObjectStore(options)).rejects.toMatchObject({ name: 'SigningKeyUnusable' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
