import type { Notice } from '@dossier/contracts';
import { decideHandOver, decideTakeBack, tellingOf, undeliveredOf } from './tell.ts';
import { aRun, T0 } from './workspace.builder.ts';

const notice: Notice = {
  kind: 'report',
  retryKey: 'key',
  status: 'sent',
  reason: null,
  messageIds: ['1'],
  lineRequestId: 'request',
  deliveredAt: T0.toISOString(),
};

describe('how the end of a version was told', () => {
  it('waits for the next event when LINE refused it for good', () => {
    const refused = { ...notice, status: 'undeliverable', reason: 'line-quota-exhausted' } as const;
    expect(tellingOf(refused)).toMatchObject({
      status: 'undelivered',
      reason: 'line-quota-exhausted',
    });
  });

  it('counts as sent when an earlier attempt may have been accepted: twice is worse than not sure', () => {
    const forgotten = { ...notice, status: 'undeliverable', reason: 'retry-key-expired' } as const;
    expect(tellingOf(forgotten).status).toBe('sent');
  });

  it.each(['sent', 'already-sent'] as const)('is sent when LINE says %s', (status) => {
    expect(tellingOf({ ...notice, status })).toMatchObject({ status: 'sent', messageIds: ['1'] });
  });
});

describe('handing over', () => {
  const told = tellingOf({ ...notice, status: 'undeliverable', reason: 'line-quota-exhausted' });
  const run = aRun().build();
  const waiting = { ...run, versions: { '1': { ...run.versions['1']!, told } } };

  it('happens once, and can be taken back when LINE refused the reply', () => {
    expect(undeliveredOf(waiting)).toEqual([{ runId: run.runId, version: 1 }]);
    const given = decideHandOver(waiting, [1], T0).workspace;
    expect(given?.versions['1']?.told?.status).toBe('handed-over');
    expect(undeliveredOf(given!)).toEqual([]);
    expect(decideHandOver(given!, [1], T0).workspace).toBeUndefined();
    const back = decideTakeBack(given!, [1], T0).workspace;
    expect(undeliveredOf(back!)).toHaveLength(1);
  });

  it('does nothing to a version that was pushed', () => {
    expect(decideHandOver(run, [1], T0)).toEqual({ result: undefined });
  });
});
