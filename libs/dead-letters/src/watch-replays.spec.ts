import { NO_USAGE, runIdOf, type VersionState, type Workspace } from '@dossier/contracts';
import { endOfReplay } from './watch-replays.ts';

const runId = runIdOf('01H');
const replay = { id: 'x', runId, version: 1, stage: 'write', resumptions: 1 } as const;
const at = '2026-12-01T00:00:00.000Z';

function workspace(change: Partial<VersionState>, version = 1): Workspace {
  const state = { status: 'running', startedAt: at, usage: NO_USAGE, stages: {} } as const;
  const request: VersionState['request'] = {
    kind: 'new',
    question: 'q',
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
  };
  return {
    ...{ runId, requester: { conversationId: 'user:U1', to: 'U1' }, createdAt: at, version },
    ...{ outbox: {}, fence: 0, auditLength: 0 },
    versions: { '1': { ...state, request, resumptions: 1, ...change } },
  };
}

const write = (status: 'done' | 'failed' | 'waiting' | 'needs_human') => ({
  stages: { write: { status, attempts: 1, step: 0, startedAt: at } },
});

describe('endOfReplay', () => {
  it.each([
    ['good', 'its stage is done', workspace(write('done'))],
    ['good', 'a person is asked', workspace(write('needs_human'))],
    ['good', 'a newer version came', workspace(write('waiting'), 2)],
    ['good', 'it was cancelled', workspace({ ...write('waiting'), status: 'cancelled' })],
    ['bad', 'its stage failed again', workspace(write('failed'))],
    ['bad', 'somebody took it up once more', workspace({ ...write('waiting'), resumptions: 2 })],
    ['bad', 'the run is gone', undefined],
    ['pending', 'its stage still waits', workspace(write('waiting'))],
  ] as const)('is %s when %s', (end, _title, seen) => {
    expect(endOfReplay(seen, replay)).toBe(end);
  });
});
