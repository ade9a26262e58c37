import type { Publication, VersionState } from '@dossier/contracts';
import { composeNotice } from './compose-notice.ts';

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
    usage: { searches: 0, modelCalls: 0 },
    stages: {},
    ...change,
  };
}

describe('composeNotice', () => {
  it('is the card with the link when there is a publication', () => {
    const { kind, message } = composeNotice(aVersion({}), 1, publication);
    expect(kind).toBe('report');
    expect(message.type).toBe('flex');
    expect(JSON.stringify(message)).toContain(publication.url);
  });

  it('says in words why there is no evidence, without a link', () => {
    const failure = { stage: 'search', reason: 'no-evidence' } as const;
    const { kind, message } = composeNotice(
      aVersion({ status: 'no_evidence', failure }),
      1,
      undefined,
    );
    expect(kind).toBe('no-evidence');
    expect(JSON.stringify(message)).not.toContain('http');
  });

  it('never links a report that failed, even if an old page exists', () => {
    const failure = { stage: 'publish', reason: 'gates-refused' } as const;
    const { kind, message } = composeNotice(
      aVersion({ status: 'failed', failure }),
      1,
      publication,
    );
    expect(kind).toBe('failure');
    expect(JSON.stringify(message)).toContain('publish/gates-refused');
    expect(JSON.stringify(message)).not.toContain('http');
  });

  it('says that the run was cancelled, without a link', () => {
    const { kind, message } = composeNotice(aVersion({ status: 'cancelled' }), 1, publication);
    expect(kind).toBe('cancelled');
    expect(JSON.stringify(message)).toContain('取消');
    expect(JSON.stringify(message)).not.toContain('http');
  });
});
