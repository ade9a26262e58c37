import { createHash } from 'node:crypto';
import type { InputsOf, Report, ResearchRequest } from '@dossier/contracts';
import { compileMarkdown } from '@dossier/report';
import { sampleEvaluation, sampleEvidence, sampleKey, sampleReport } from '@dossier/report/testing';
import { objectNamesOf } from './object-names.ts';
import { ASKED, anOlderVersion, publish, UploadJournal } from './publish-job.builder.ts';

const names = objectNamesOf(sampleKey());

describe('PublishStage', () => {
  it('stores the report, its page, and the page of the newest version', async () => {
    const store = new UploadJournal();
    const { publication } = await publish(store);
    const [markdown, page, latest, versions] = store.uploads;
    expect(store.uploads).toHaveLength(4);
    expect(versions).toMatchObject({ how: 'if newer', name: names.versions });
    expect(markdown).toMatchObject({
      how: 'once',
      name: names.markdown,
      body: compileMarkdown(sampleReport(), sampleEvidence()),
    });
    expect(page).toMatchObject({ how: 'once', name: names.html, type: 'text/html; charset=utf-8' });
    expect(latest).toMatchObject({
      how: 'if newer',
      name: names.latest,
      body: page?.body,
      version: sampleKey().version,
    });
    expect(publication).toMatchObject({
      url: `https://reports.example/${names.html}`,
      latestUrl: `https://reports.example/${names.latest}`,
      htmlObject: names.html,
      markdownObject: names.markdown,
      htmlSha256: createHash('sha256')
        .update(page?.body ?? '')
        .digest('hex'),
      title: sampleReport().title,
    });
  });

  it.each([
    ['public', { DOSSIER_GROUNDING_POLICY: 'own-sources', DOSSIER_PROVIDER: 'gemini' }, undefined],
    ['signed', { DOSSIER_GROUNDING_POLICY: 'strict' }, 'signed'],
    ['signed', { DOSSIER_PROVIDER: 'gemini' }, 'signed'],
  ])('stores %s objects when the settings are %j', async (access, policy, told) => {
    const store = new UploadJournal();
    const { publication } = await publish(store, { policy, published: [anOlderVersion(1)] });
    expect(store.uploads).toHaveLength(5);
    expect(new Set(store.uploads.map((upload) => upload.access))).toEqual(new Set([access]));
    expect(publication.access).toBe(told);
    expect(publication.url).toBe(`https://reports.example/${names.html}`);
  });

  it('keeps a follow-up of a private report private, whatever the settings say by now', async () => {
    const store = new UploadJournal();
    store.stored = 'signed';
    const request: ResearchRequest = { ...ASKED, kind: 'deepen', chapter: 2, baseVersion: 7 };
    const { publication } = await publish(store, { request });
    expect(publication.access).toBe('signed');
    expect(new Set(store.uploads.map(({ access }) => access))).toEqual(new Set(['signed']));
  });

  it('makes the same bytes on another attempt, so that it finds its own page stored', async () => {
    const [first, second] = [new UploadJournal(), new UploadJournal()];
    await publish(first);
    await publish(second);
    expect(second.uploads).toEqual(first.uploads);
  });

  it.each<[string, Partial<InputsOf<'publish'>>]>([
    ['that the writer’s gates refused', { evaluation: { ...sampleEvaluation(), verdict: 'fail' } }],
    ['without chapters, though it is said to have passed', { report: withThemes() }],
    [
      'that cites what is not there, though it is said to have passed',
      { report: withThemes('渡輪的排放下降了 41%[^S9-1]。') },
    ],
    [
      'that rests on no evidence, though it is said to have passed',
      { evidence: { ...sampleEvidence(), sources: [] } },
    ],
  ])('uploads nothing of a report %s', async (_what, change) => {
    const store = new UploadJournal();
    await expect(publish(store, { inputs: change })).rejects.toMatchObject({
      name: 'Permanent',
      reason: 'gates-refused',
    });
    expect(store.uploads).toEqual([]);
  });

  it('uploads nothing once it was told to stop', async () => {
    const store = new UploadJournal();
    const lost = new Error('lease lost');
    await expect(publish(store, { signal: AbortSignal.abort(lost) })).rejects.toBe(lost);
    expect(store.uploads).toEqual([]);
  });
});

/** The sample report with themes of these bodies instead of its chapters. */
function withThemes(...bodies: readonly string[]): Report {
  const chapters = bodies.map(
    (markdown) => ({ kind: 'theme', heading: '排放', markdown }) as const,
  );
  return { ...sampleReport(), chapters };
}
