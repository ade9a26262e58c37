import { createHash } from 'node:crypto';
import {
  Retryable,
  type Artifacts,
  type Clock,
  type InputsOf,
  type OutputsOf,
  type Publication,
  type ResearchRequest,
} from '@dossier/contracts';
import { readSettings, ReportStore, type ObjectTraits, type ReportAccess } from '@dossier/platform';
import {
  sampleEvaluation,
  sampleEvidence,
  sampleKey,
  samplePlan,
  sampleReport,
} from '@dossier/report/testing';
import type { PublishedVersion, StageJob } from '@dossier/workspace';
import { objectNamesOf } from './object-names.ts';
import { PublishStage } from './publish.stage.ts';

/** What was stored under a name, and how. */
export interface Upload {
  readonly how: 'once' | 'if newer';
  readonly name: string;
  readonly body: string;
  readonly type: string;
  readonly access: ReportAccess;
  readonly version?: number;
}

/** Stands where the bucket is: it keeps what is uploaded. */
export class UploadJournal extends ReportStore {
  readonly uploads: Upload[] = [];
  /** How pages of older versions may be read. */
  stored: ReportAccess | undefined;
  /** The upload, counted from 1, that fails. */
  failsAt = Infinity;

  constructor() {
    super({ projectId: 'test', bucket: 'reports', endpoint: undefined });
  }

  /** The body stored under a name; empty when there is none. */
  bodyOf(name: string): string {
    return this.uploads.find((upload) => upload.name === name)?.body ?? '';
  }

  override accessOf(): Promise<ReportAccess | undefined> {
    return Promise.resolve(this.stored);
  }

  override async createOnce(
    name: string,
    body: string,
    { contentType: type, access }: ObjectTraits,
  ): Promise<string> {
    await this.#keep({ how: 'once', name, body, type, access });
    return createHash('sha256').update(body).digest('hex');
  }

  override async replaceIfNewer(
    name: string,
    body: string,
    { contentType: type, access }: ObjectTraits,
    version: number,
  ): Promise<void> {
    await this.#keep({ how: 'if newer', name, body, type, access, version });
  }

  #keep(upload: Upload): Promise<void> {
    if (this.uploads.length + 1 >= this.failsAt) {
      return Promise.reject(new Retryable('upload-failed'));
    }
    this.uploads.push(upload);
    return Promise.resolve();
  }
}

/** New research, as it was asked for. */
export const ASKED: ResearchRequest = {
  kind: 'new',
  question: sampleEvidence().question,
  reportLanguage: 'zh-TW',
  searchLanguages: ['zh-TW'],
};

/** An older version with a page; by default it says the same as the sample. */
export function anOlderVersion(
  version: number,
  {
    publication = {},
    ...change
  }: Partial<Pick<Artifacts, 'report' | 'evidence'>> & {
    publication?: Partial<Publication>;
  } = {},
): PublishedVersion {
  const names = objectNamesOf({ ...sampleKey(), version });
  const artifacts: Partial<Artifacts> = {
    report: sampleReport(),
    evidence: sampleEvidence(),
    ...change,
    publication: {
      ...{ url: names.html, latestUrl: names.latest },
      ...{ htmlObject: names.html, markdownObject: names.markdown, htmlSha256: '' },
      ...{ title: `第 ${version} 版的標題`, summary: '' },
      counts: { chapters: 0, citations: 0, sources: 0, divergences: 0 },
      ...publication,
    },
  };
  return {
    version,
    request: ASKED,
    startedAt: '2026-11-30T01:00:00.000Z',
    artifacts: { read: (name) => Promise.resolve(artifacts[name]) },
  };
}

const inputs: InputsOf<'publish'> = {
  plan: samplePlan(),
  report: sampleReport(),
  evidence: sampleEvidence(),
  evaluation: sampleEvaluation(),
};
const clock: Clock = {
  now: () => new Date('2026-12-01T02:00:00.000Z'),
  sleep: () => Promise.resolve(),
};

/** Publishes the sample report, or what it is changed to. */
export function publish(
  store: ReportStore,
  {
    inputs: change,
    policy,
    ...job
  }: Partial<Pick<StageJob<'publish'>, 'key' | 'request' | 'signal' | 'published'>> & {
    readonly inputs?: Partial<InputsOf<'publish'>>;
    readonly policy?: Readonly<Record<string, string>>;
  } = {},
): Promise<OutputsOf<'publish'>> {
  const version: Partial<StageJob<'publish'>['version']> = {
    startedAt: '2026-12-01T01:00:00.000Z',
  };
  const whole: Partial<StageJob<'publish'>> = {
    key: sampleKey(),
    request: ASKED,
    published: [],
    signal: new AbortController().signal,
    ...job,
    version: version as StageJob<'publish'>['version'],
    inputs: { ...inputs, ...change },
    clock,
  };
  const settings = readSettings({ DOSSIER_PUBLIC_URL: 'https://reports.example', ...policy });
  return new PublishStage(store, settings).run(whole as StageJob<'publish'>);
}
