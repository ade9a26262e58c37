import { createHash } from 'node:crypto';
import type { Clock, InputsOf, Report, ResearchRequest } from '@dossier/contracts';
import { readSettings, ReportStore, type ObjectTraits, type ReportAccess } from '@dossier/platform';
import { compileMarkdown } from '@dossier/report';
import {
  sampleEvaluation,
  sampleEvidence,
  sampleKey,
  samplePlan,
  sampleReport,
} from '@dossier/report/testing';
import type { StageJob } from '@dossier/workspace';
import { objectNamesOf } from './object-names.ts';
import { PublishStage } from './publish.stage.ts';

const names = objectNamesOf(sampleKey());
const good: InputsOf<'publish'> = {
  plan: samplePlan(),
  report: sampleReport(),
  evidence: sampleEvidence(),
  evaluation: sampleEvaluation(),
};
const clock: Clock = {
  now: () => new Date('2026-12-01T02:00:00.000Z'),
  sleep: () => Promise.resolve(),
};

interface Upload {
  readonly how: 'once' | 'if newer';
  readonly name: string;
  readonly body: string;
  readonly type: string;
  readonly access: ReportAccess;
  readonly version?: number;
}

/** Stands where the bucket is: it keeps what is uploaded. */
class UploadJournal extends ReportStore {
  readonly uploads: Upload[] = [];
  /** How pages of older versions may be read. */
  stored: ReportAccess | undefined;

  constructor() {
    super({ projectId: 'test', bucket: 'reports', endpoint: undefined });
  }

  override accessOf(): Promise<ReportAccess | undefined> {
    return Promise.resolve(this.stored);
  }

  override createOnce(
    name: string,
    body: string,
    { contentType: type, access }: ObjectTraits,
  ): Promise<string> {
    this.uploads.push({ how: 'once', name, body, type, access });
    return Promise.resolve(createHash('sha256').update(body).digest('hex'));
  }

  override replaceIfNewer(
    name: string,
    body: string,
    { contentType: type, access }: ObjectTraits,
    version: number,
  ): Promise<void> {
    this.uploads.push({ how: 'if newer', name, body, type, access, version });
    return Promise.resolve();
  }
}

const asked: ResearchRequest = {
  kind: 'new',
  question: sampleEvidence().question,
  reportLanguage: 'zh-TW',
  searchLanguages: ['zh-TW'],
};

function publish(
  store: ReportStore,
  change: Partial<InputsOf<'publish'>> = {},
  signal = new AbortController().signal,
  request = asked,
  policy: Record<string, string> = {},
) {
  const job: Partial<StageJob<'publish'>> = {
    key: sampleKey(),
    request,
    inputs: { ...good, ...change },
    clock,
    signal,
  };
  const settings = readSettings({ DOSSIER_PUBLIC_URL: 'https://reports.example', ...policy });
  return new PublishStage(store, settings).run(job as StageJob<'publish'>);
}

describe('PublishStage', () => {
  it('stores the report, its page, and the page of the newest version', async () => {
    const store = new UploadJournal();
    const { publication } = await publish(store);
    const [markdown, page, latest] = store.uploads;
    expect(store.uploads).toHaveLength(3);
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

  it('links to the page that a follow-up goes on from, and to no other version of new research', async () => {
    const [first, further] = [new UploadJournal(), new UploadJournal()];
    await publish(first);
    const { signal } = new AbortController();
    await publish(further, {}, signal, { ...asked, kind: 'deepen', chapter: 2, baseVersion: 7 });
    const base = objectNamesOf({ ...sampleKey(), version: 7 }).html;
    expect(further.uploads[1]?.body).toMatch(`https://reports.example/${base}`);
    expect(first.uploads[1]?.body).not.toMatch(base);
  });

  it.each([
    ['public', { DOSSIER_GROUNDING_POLICY: 'own-sources', DOSSIER_PROVIDER: 'gemini' }, undefined],
    ['signed', { DOSSIER_GROUNDING_POLICY: 'strict' }, 'signed'],
    ['signed', { DOSSIER_PROVIDER: 'gemini' }, 'signed'],
  ])('stores %s objects when the settings are %j', async (access, policy, told) => {
    const store = new UploadJournal();
    const { signal } = new AbortController();
    const { publication } = await publish(store, {}, signal, asked, policy);
    expect(store.uploads.map((upload) => upload.access)).toEqual([access, access, access]);
    expect(publication.access).toBe(told);
    expect(publication.url).toBe(`https://reports.example/${names.html}`);
  });

  it('keeps a follow-up of a private report private, whatever the settings say by now', async () => {
    const store = new UploadJournal();
    store.stored = 'signed';
    const { signal } = new AbortController();
    const further: ResearchRequest = { ...asked, kind: 'deepen', chapter: 2, baseVersion: 7 };
    const { publication } = await publish(store, {}, signal, further);
    expect(publication.access).toBe('signed');
    expect(store.uploads.map(({ access }) => access)).toEqual(['signed', 'signed', 'signed']);
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
    await expect(publish(store, change)).rejects.toMatchObject({
      name: 'Permanent',
      reason: 'gates-refused',
    });
    expect(store.uploads).toEqual([]);
  });

  it('uploads nothing once it was told to stop', async () => {
    const store = new UploadJournal();
    const lost = new Error('lease lost');
    await expect(publish(store, {}, AbortSignal.abort(lost))).rejects.toBe(lost);
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
