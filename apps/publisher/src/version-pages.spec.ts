import type { Report } from '@dossier/contracts';
import { sampleEvidence, sampleKey, sampleReport } from '@dossier/report/testing';
import { objectNamesOf } from './object-names.ts';
import { anOlderVersion, publish, UploadJournal } from './publish-job.builder.ts';

const key = (version: number) => ({ ...sampleKey(), version });
const names = objectNamesOf(key(2));

/** The sample report as it was before its second chapter was re-written. */
function before(): Report {
  const report = sampleReport();
  const chapters = report.chapters.map((chapter, i) =>
    i === 1
      ? { ...chapter, markdown: '年報記載：「2024 年電動渡輪共行駛 9,000 航次。」[^S1-1]' }
      : chapter,
  );
  return { ...report, chapters };
}

describe('the pages about versions', () => {
  it('show what changed, chapter by chapter, and are linked from the page', async () => {
    const store = new UploadJournal();
    const published = [anOlderVersion(1, { report: before() })];
    const { publication } = await publish(store, { published });
    const page = store.bodyOf(names.differencesFrom(1));
    expect(page).toMatch(/<del>[^<]*9,000/);
    expect(page).toMatch(/<ins>[^<]*12,400/);
    expect(page.match(/<details class="unchanged">/g)).toHaveLength(4);
    expect(store.bodyOf(names.html)).toContain('href="../v2/diff-v1.html"');
    expect(store.bodyOf(names.html)).toContain('href="../v1/report.html"');
    expect(publication.comparedWith).toEqual([1]);
  });

  it('stand in the store before the page that links to them', async () => {
    const store = new UploadJournal();
    await publish(store, { published: [anOlderVersion(1)] });
    expect(store.uploads.map(({ how, name }) => [how, name])).toEqual([
      ['once', names.differencesFrom(1)],
      ['once', names.markdown],
      ['once', names.html],
      ['if newer', names.latest],
      ['if newer', names.versions],
    ]);
  });

  it('are the same, byte for byte, after a crash at any upload', async () => {
    const published = [anOlderVersion(1, { report: before() })];
    const whole = new UploadJournal();
    await publish(whole, { published });
    for (let failsAt = 1; failsAt <= whole.uploads.length; failsAt += 1) {
      const crashed = new UploadJournal();
      crashed.failsAt = failsAt;
      await expect(publish(crashed, { published })).rejects.toMatchObject({ name: 'Retryable' });
      expect(crashed.uploads).toEqual(whole.uploads.slice(0, failsAt - 1));
    }
  });

  it('list every version with a page, the newest first, and only differences that are there', async () => {
    const store = new UploadJournal();
    const published = [
      anOlderVersion(1),
      anOlderVersion(2),
      anOlderVersion(4, { publication: { comparedWith: [2] } }),
    ];
    await publish(store, { key: key(5), published });
    const list = store.bodyOf(objectNamesOf(key(5)).versions);
    const hrefs = [...list.matchAll(/href="\.\.\/([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([
      ...['v5/report.html', 'v5/diff-v4.html', 'v5/diff-v2.html', 'v5/diff-v1.html'],
      ...['v4/report.html', 'v4/diff-v2.html', 'v2/report.html', 'v1/report.html'],
    ]);
    expect(list).toContain('第 4 版的標題');
  });

  it('compare with the newest twenty and leave out a version whose artifacts are gone', async () => {
    const store = new UploadJournal();
    const published = Array.from({ length: 22 }, (_, i) => anOlderVersion(i + 1));
    const gone = anOlderVersion(23);
    const artifacts: typeof gone.artifacts = {
      read: (name) =>
        name === 'evidence' ? Promise.resolve(undefined) : gone.artifacts.read(name),
    };
    const { publication } = await publish(store, {
      key: key(24),
      published: [...published, { ...gone, artifacts }],
    });
    expect(publication.comparedWith).toEqual(Array.from({ length: 19 }, (_, i) => i + 4));
    expect(store.bodyOf(objectNamesOf(key(24)).html)).toContain('href="../v24/diff-v22.html"');
  });

  it('leave out a version with a chapter that cannot be read any more', async () => {
    const store = new UploadJournal();
    const [first, ...others] = before().chapters;
    const markdown = '字'.repeat(60_000);
    const endless = { ...before(), chapters: [{ ...first!, markdown }, ...others] };
    const published = [anOlderVersion(1, { report: endless }), anOlderVersion(2)];
    const { publication } = await publish(store, { key: key(3), published });
    expect(publication.comparedWith).toEqual([2]);
  });

  it('are private when they repeat a private report, though the newer one is public', async () => {
    const store = new UploadJournal();
    const published = [anOlderVersion(1), anOlderVersion(2, { publication: { access: 'signed' } })];
    await publish(store, { key: key(3), published });
    const access = Object.fromEntries(store.uploads.map((upload) => [upload.name, upload.access]));
    const own = objectNamesOf(key(3));
    expect(access[own.html]).toBe('public');
    expect(access[own.differencesFrom(1)]).toBe('public');
    expect(access[own.differencesFrom(2)]).toBe('signed');
    expect(access[own.versions]).toBe('signed');
  });

  it('name the sources that only the newer version has', async () => {
    const store = new UploadJournal();
    const { sources, ...evidence } = sampleEvidence();
    const published = [
      anOlderVersion(1, { evidence: { ...evidence, sources: sources.slice(0, 3) } }),
    ];
    await publish(store, { published });
    const page = store.bodyOf(names.differencesFrom(1));
    const list = page.slice(page.indexOf('id="sources"'));
    expect(list).toContain('港務局新聞稿');
    expect(list).not.toContain('青嶼港渡輪年報 2025');
  });
});
