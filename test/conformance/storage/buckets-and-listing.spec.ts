import fc from 'fast-check';
import { startStoreUnderTest, type StoreUnderTest } from './object-store-client.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store.close());

describe('buckets', () => {
  it('are created once, listed, and deleted only when empty', async () => {
    const { storage } = store;
    const [bucket] = await storage.createBucket('reports-a');
    await expect(storage.createBucket('reports-a')).rejects.toMatchObject({ code: 409 });
    await expect(storage.createBucket('Bad Name')).rejects.toMatchObject({ code: 400 });
    const [buckets] = await storage.getBuckets();
    expect(buckets.map(({ name }) => name)).toContain('reports-a');
    await bucket.file('x').save('x', { resumable: false });
    await expect(bucket.delete()).rejects.toMatchObject({ code: 409 });
    await bucket.file('x').delete();
    await bucket.delete();
    expect(await bucket.exists()).toEqual([false]);
  });

  it('refuse a setting that would have no effect, instead of ignoring it', async () => {
    await expect(
      store.storage.createBucket('reports-b', { versioning: { enabled: true } }),
    ).rejects.toMatchObject({ code: 501 });
  });

  it('are missed with 404 by every operation on objects', async () => {
    const bucket = store.storage.bucket('nowhere');
    const file = bucket.file('x');
    const missing = { code: 404 };
    await expect(file.save('x', { resumable: false })).rejects.toMatchObject(missing);
    await expect(file.download()).rejects.toMatchObject(missing);
    await expect(bucket.getFiles()).rejects.toMatchObject(missing);
  });
});

describe('listing', () => {
  it('pages through names in UTF-8 order', async () => {
    const names = ['a', 'a/1', 'a/2', 'b', '報', '｡', '🧪'];
    await Promise.all(
      names.toReversed().map((name) => store.bucket.file(`all/${name}`).save(name)),
    );
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const [files, next] = await store.bucket.getFiles({
        prefix: 'all/',
        maxResults: 2,
        autoPaginate: false,
        ...(pageToken !== undefined && { pageToken }),
      });
      expect(files.length).toBeLessThanOrEqual(2);
      seen.push(...files.map(({ name }) => name));
      pageToken = next === null ? undefined : next.pageToken;
    } while (pageToken !== undefined);
    expect(seen).toEqual(names.map((name) => `all/${name}`));
  });

  it('gives the same objects and folders for every prefix, delimiter and page size', async () => {
    const [bucket] = await store.storage.createBucket('listing-property');
    const names = [
      'a',
      'a/',
      'a/b',
      'a/b/c',
      'a/b/d',
      'a/c',
      'ab/c',
      'b/a/a',
      'b/a/b',
      'c',
      '報/甲',
    ];
    await Promise.all(names.map((name) => bucket.file(name).save('', { resumable: false })));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'a', 'a/', 'a/b', 'b/', '報', 'z'),
        fc.constantFrom('', '/', 'b'),
        fc.integer({ min: 1, max: 5 }),
        async (prefix, delimiter, maxResults) => {
          const found = await everyPage(bucket.name, { prefix, delimiter, maxResults });
          expect(found).toEqual(expectedEntries(names, prefix, delimiter));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses a filter that it does not have', async () => {
    await expect(store.bucket.getFiles({ matchGlob: '**/x' })).rejects.toMatchObject({ code: 501 });
  });
});

interface Entries {
  readonly items: string[];
  readonly prefixes: string[];
}

async function everyPage(
  bucket: string,
  query: { prefix: string; delimiter: string; maxResults: number },
): Promise<Entries> {
  const found: Entries = { items: [], prefixes: [] };
  let pageToken = '';
  do {
    const search = new URLSearchParams({
      prefix: query.prefix,
      delimiter: query.delimiter,
      maxResults: String(query.maxResults),
      pageToken,
    });
    const response = await fetch(`${store.endpoint}/storage/v1/b/${bucket}/o?${search.toString()}`);
    const page = readPage(await response.json());
    expect(page.items.length + page.prefixes.length).toBeLessThanOrEqual(query.maxResults);
    found.items.push(...page.items);
    found.prefixes.push(...page.prefixes);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return found;
}

function readPage(page: unknown): Entries & { nextPageToken: string } {
  const { items, prefixes, nextPageToken } = record(page);
  return {
    items: Array.isArray(items) ? items.map((item) => String(record(item)['name'])) : [],
    prefixes: Array.isArray(prefixes) ? prefixes.map(String) : [],
    nextPageToken: typeof nextPageToken === 'string' ? nextPageToken : '',
  };
}

function record(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}));
}

/** What the documentation of objects.list promises, written the slow way. */
function expectedEntries(names: readonly string[], prefix: string, delimiter: string): Entries {
  const items: string[] = [];
  const prefixes = new Set<string>();
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const at = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    if (at === -1) items.push(name);
    else prefixes.add(name.slice(0, at + delimiter.length));
  }
  return { items, prefixes: [...prefixes] };
}
