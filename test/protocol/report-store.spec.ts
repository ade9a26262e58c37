import { Storage, type Bucket } from '@google-cloud/storage';
import { runIdOf } from '@dossier/contracts';
import { startObjectStore } from '@dossier/embedded';
import { ReportStore } from '@dossier/platform';

const NEVER = new AbortController().signal;
const HTML = 'text/html; charset=utf-8';
const signed = { contentType: HTML, access: 'signed' } as const;
const open = { contentType: HTML, access: 'public' } as const;
const runId = runIdOf('mine');
const page = (name: string, run = runId): string => `reports/${run}/${name}`;

let server: Awaited<ReturnType<typeof startObjectStore>>;
let bucket: Bucket;
let store: ReportStore;
beforeEach(async () => {
  server = await startObjectStore();
  const endpoint = server.endpoint;
  store = new ReportStore({ projectId: 'p', bucket: 'reports', endpoint });
  await store.ensureBucket();
  const client = new Storage({
    projectId: 'p',
    apiEndpoint: endpoint,
    useAuthWithCustomEndpoint: false,
  });
  bucket = client.bucket('reports');
});
afterEach(() => server.close());

async function metadataOf(name: string) {
  const [{ cacheControl, metadata }] = await bucket.file(name).getMetadata();
  return { cacheControl, metadata };
}

async function names(): Promise<string[]> {
  const [files] = await bucket.getFiles();
  return files.map(({ name }) => name);
}

describe('how a stored page may be read', () => {
  it('stands with the page, and no cache may keep a signed one', async () => {
    await store.createOnce(page('v1/report.html'), 'one', signed);
    await store.replaceIfNewer(page('latest/report.html'), 'one', signed, 1);
    await store.createOnce(page('v2/report.html'), 'two', open);
    await expect(metadataOf(page('v1/report.html'))).resolves.toEqual({
      cacheControl: 'private, no-store',
      metadata: { access: 'signed' },
    });
    await expect(metadataOf(page('latest/report.html'))).resolves.toEqual({
      cacheControl: 'private, no-store',
      metadata: { access: 'signed', version: '1' },
    });
    await expect(metadataOf(page('v2/report.html'))).resolves.toMatchObject({
      cacheControl: 'public, max-age=31536000, immutable',
    });
    await expect(store.read(page('v1/report.html'))).resolves.toMatchObject({ access: 'signed' });
    await expect(store.read(page('v2/report.html'))).resolves.toMatchObject({ access: 'public' });
  });

  it('is public where nothing was said of it, as before there was the mark', async () => {
    await bucket.file(page('v1/report.html')).save('old', { resumable: false });
    await expect(store.accessOf(page('v1/report.html'))).resolves.toBe('public');
    await expect(store.accessOf(page('v9/report.html'))).resolves.toBeUndefined();
  });

  it('becomes private with a newer version, and stays so when an older one comes late', async () => {
    const latest = page('latest/report.html');
    await store.replaceIfNewer(latest, 'one', open, 1);
    await store.replaceIfNewer(latest, 'two', signed, 2);
    await store.replaceIfNewer(latest, 'one', open, 1);
    await expect(store.read(latest)).resolves.toMatchObject({ access: 'signed' });
  });
});

describe('the signed pages of a run', () => {
  const another = page('v1/report.html', runIdOf('another'));

  beforeEach(async () => {
    for (const name of ['v1/report.html', 'v1/report.md', 'v2/diff-v1.html']) {
      await store.createOnce(page(name), 'mine', signed);
    }
    await store.createOnce(page('v3/report.html'), 'mine', open);
    await store.createOnce(another, 'theirs', signed);
  });

  it('go all at once, and neither public ones nor those of another run with them', async () => {
    for (let time = 0; time < 2; time += 1) {
      await expect(store.removeSigned(runId, NEVER)).resolves.toBe(true);
      await expect(names().then((all) => all.toSorted())).resolves.toEqual(
        [another, page('v3/report.html')].toSorted(),
      );
    }
  });

  it('wait for the next time when the process stops', async () => {
    await expect(store.removeSigned(runId, AbortSignal.abort())).resolves.toBe(false);
    await expect(names()).resolves.toHaveLength(5);
  });
});
