import type { Evidence, Report } from '@dossier/contracts';
import type { Writer } from '@dossier/research';
import type { StageJob } from '@dossier/workspace';
import { WriteStage } from './write.stage.ts';

const evidence: Evidence = {
  question: '地熱發電的成本',
  sources: [
    {
      key: 'S1',
      title: '地熱',
      location: { kind: 'file', path: 'a.md' },
      language: 'zh-TW',
      retrievedAt: '2026-12-01T00:00:00.000Z',
      sha256: '0'.repeat(64),
      extracts: [],
    },
  ],
  agreements: [],
  divergences: [],
  gaps: [],
};
const empty: Report = {
  title: '',
  language: 'zh-TW',
  chapters: [],
  provider: 'test',
  writtenAt: '2026-12-01T00:00:00.000Z',
};
const writer: Writer = { write: () => Promise.resolve(empty) };

function jobWith(given: Evidence): StageJob<'write'> {
  const clock = { now: () => new Date('2026-12-01T00:00:00.000Z') };
  return { inputs: { evidence: given }, clock } as unknown as StageJob<'write'>;
}

describe('WriteStage', () => {
  it('never asks a writer to write without evidence', async () => {
    const never: Writer = { write: () => Promise.reject(new Error('was asked')) };
    const run = new WriteStage(never).run(jobWith({ ...evidence, sources: [] }));
    await expect(run).rejects.toMatchObject({ name: 'Permanent', reason: 'no-evidence' });
  });

  it('keeps a bad report with its verdict, so that what was refused can be looked at', async () => {
    const { report, evaluation } = await new WriteStage(writer).run(jobWith(evidence));
    expect(report).toBe(empty);
    expect(evaluation.verdict).toBe('fail');
  });
});
