import { NO_USAGE, runIdOf, type Publication, type VersionState } from '@dossier/contracts';
import { composeNotice } from './compose-notice.ts';

const run = { runId: runIdOf('01HEVENT'), version: 1 };
const publication: Publication = {
  url: 'https://reports.example/reports/r/v1/report.html',
  latestUrl: 'https://reports.example/reports/r/latest/report.html',
  htmlObject: 'reports/r/v1/report.html',
  markdownObject: 'reports/r/v1/report.md',
  htmlSha256: '0'.repeat(64),
  title: '地熱發電的成本',
  summary: '三份文件的數字不同。',
  counts: { chapters: 3, citations: 9, sources: 4, divergences: 1 },
};

function aVersion(change: Partial<VersionState>): VersionState {
  return {
    request: {
      kind: 'new',
      question: '地熱發電的成本是多少？',
      reportLanguage: 'zh-TW',
      searchLanguages: ['zh-TW'],
    },
    status: 'running',
    startedAt: '2026-12-01T00:00:00.000Z',
    usage: NO_USAGE,
    stages: {},
    ...change,
  };
}

describe('composeNotice', () => {
  it('is the report when there is a publication', () => {
    expect(composeNotice(aVersion({}), run, publication)).toEqual({
      kind: 'report',
      answer: { kind: 'report', run, question: '地熱發電的成本是多少？', publication },
    });
  });

  it('says why there is no evidence', () => {
    const failure = { stage: 'search', reason: 'no-evidence' } as const;
    const version = aVersion({ status: 'no_evidence', failure });
    expect(composeNotice(version, run, undefined)).toMatchObject({
      kind: 'no-evidence',
      answer: { kind: 'ended', notice: 'no-evidence', ...failure },
    });
  });

  it('never shows a report that failed, even if an old page exists', () => {
    const failure = { stage: 'publish', reason: 'gates-refused' } as const;
    const version = aVersion({ status: 'failed', failure });
    expect(composeNotice(version, run, publication)).toMatchObject({
      kind: 'failure',
      answer: { kind: 'ended', notice: 'failure', ...failure },
    });
  });

  it('says that the run was cancelled, and where it stood', () => {
    const done = {
      status: 'done',
      attempts: 1,
      step: 0,
      startedAt: '2026-12-01T00:00:00.000Z',
    } as const;
    const version = aVersion({ status: 'cancelled', stages: { plan: done } });
    expect(composeNotice(version, run, publication)).toMatchObject({
      kind: 'cancelled',
      answer: { kind: 'ended', notice: 'cancelled', stage: 'search' },
    });
  });
});

describe('a wish for a chapter that is not there', () => {
  it('is answered with those that are', () => {
    const failure = { stage: 'plan', reason: 'no-such-chapter' } as const;
    const version = aVersion({ status: 'no_evidence', failure });
    const chapters = [{ number: 2, heading: '費率' }];
    expect(composeNotice(version, run, undefined, chapters).answer).toMatchObject({ chapters });
  });
});
