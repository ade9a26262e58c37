import { NO_USAGE, type FollowUp, type FollowUpWish, type Workspace } from '@dossier/contracts';
import { decideCancel } from './cancel.ts';
import { versionOf, withOutboxEntry, withVersion } from './change.ts';
import { decideClaim } from './claim.ts';
import { decideVersion, type VersionOpened } from './open-version.ts';
import { decideResume } from './resume.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';

const ALL = ['plan', 'search', 'write', 'publish', 'notify'] as const;
const aDoneRun = () => aRun().done(...ALL);

function asked(wish: FollowUpWish, baseVersion = 1): FollowUp {
  return {
    question: '地熱發電的成本是多少',
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
    baseVersion,
    ...wish,
  };
}

const open = (workspace: Workspace | undefined, request = asked({ kind: 'deepen', chapter: 2 })) =>
  decideVersion(workspace, { version: { request }, by: 'requester' }, after(9), timings);

const outcomeOf = (workspace: Workspace | undefined, request?: FollowUp): VersionOpened =>
  open(workspace, request).result;

const stillRunning = { kind: 'skipped', reason: 'still-running' };

describe('decideVersion', () => {
  it('adds the next version with its first command in the outbox, and looks after it', () => {
    const request = asked({ kind: 'deepen', chapter: 2, instruction: '水位的部分' });
    const { result, workspace, audit } = open(aDoneRun().build(), request);
    const next = written(workspace);
    expect(result).toMatchObject({
      kind: 'opened',
      key: { runId: key.runId, version: 2 },
      command: { runId: key.runId, version: 2, stage: 'plan', step: 0 },
    });
    expect(next.version).toBe(2);
    expect(next.versions['2']).toEqual({
      request,
      status: 'running',
      startedAt: after(9).toISOString(),
      usage: NO_USAGE,
      stages: {},
    });
    expect(Object.keys(next.outbox)).toEqual(['2.plan.0']);
    expect(next.wakeAt).toBe(after(9 + timings.global.outboxStaleAfterMs).toISOString());
    expect(audit).toEqual([
      {
        at: after(9).toISOString(),
        event: 'version.opened',
        version: 2,
        details: { kind: 'deepen', base: 1, by: 'requester' },
      },
    ]);
  });

  it('leaves the version that it goes on from as it is', () => {
    const before = aDoneRun().build();
    expect(written(open(before).workspace).versions['1']).toEqual(before.versions['1']);
  });

  it('begins to write at once when only other words are wanted, with the plan and evidence of its base', () => {
    const { result, workspace } = open(aDoneRun().build(), asked({ kind: 'rewrite' }));
    const version = workspace?.versions['2'];
    expect(result).toMatchObject({ command: { stage: 'write' } });
    expect(version?.carried).toEqual({ plan: 1, evidence: 1 });
    expect(Object.keys(version?.stages ?? {})).toEqual(['plan', 'search']);
  });

  it('begins to publish at once when the same report is wanted anew', () => {
    const { result, workspace } = open(aDoneRun().build(), asked({ kind: 'republish' }));
    const version = workspace?.versions['2'];
    expect(result).toMatchObject({ command: { stage: 'publish' } });
    expect(Object.keys(workspace?.outbox ?? {})).toEqual(['2.publish.0']);
    expect(version?.carried).toEqual({ plan: 1, evidence: 1, report: 1, evaluation: 1 });
    for (const stage of ['plan', 'search', 'write'] as const) {
      expect(version?.stages[stage]).toMatchObject({ status: 'done', attempts: 0 });
    }
  });

  it('names the version where a carried artifact stands, however often it was carried', () => {
    const carrying = written(open(aDoneRun().build(), asked({ kind: 'rewrite' })).workspace);
    const stages = versionOf(carrying, 1).stages;
    const ended = withVersion({ ...carrying, outbox: {} }, 2, { status: 'done', stages });
    const third = open(ended, asked({ kind: 'republish' }, 2)).workspace?.versions['3'];
    expect(third?.carried).toEqual({ plan: 1, evidence: 1, report: 2, evaluation: 2 });
  });

  it('may go on from an older version than the newest', () => {
    const second = written(open(aDoneRun().build()).workspace);
    const by = { key: { ...key, version: 2 }, by: 'requester', cause: 'button', tell: false };
    const cancelled = written(decideCancel(second, by, after(10), timings).workspace);
    const third = open(cancelled);
    expect(third.result).toMatchObject({ kind: 'opened', key: { version: 3 } });
    expect(third.workspace?.versions['3']?.request).toMatchObject({ baseVersion: 1 });
  });

  it('takes a claim of its command, and drops one that is still under way for the version before', () => {
    const next = written(open(aDoneRun().build()).workspace);
    const context = { now: after(10), token: 'mine', timings };
    const own = { ...command('plan'), version: 2 };
    expect(decideClaim(next, own, context).result.kind).toBe('claimed');
    expect(decideClaim(next, command('notify'), context).result.kind).toBe('superseded');
  });

  it('knows no version of a run that is not there', () => {
    expect(outcomeOf(undefined)).toEqual({ kind: 'skipped', reason: 'unknown-run' });
  });

  it.each(ALL)('waits for the newest version while its %s is still to come', (stage) => {
    const before = ALL.slice(0, ALL.indexOf(stage));
    const change = open(
      aRun()
        .done(...before)
        .build(),
    );
    expect(change).toEqual({ result: stillRunning });
  });

  it('waits until the end of a version that failed has been told: its notice would be lost', () => {
    const failed = aRun().done('plan').failed('search');
    expect(outcomeOf(failed.build())).toEqual(stillRunning);
    expect(outcomeOf(failed.claimed('notify', 'mine').build())).toEqual(stillRunning);
    const told = aRun().done('plan').failed('search').told().build();
    expect(outcomeOf(told)).toEqual({ kind: 'skipped', reason: 'no-report' });
  });

  it('waits for a card that is sent once more', () => {
    const published = aRun().done('plan', 'search', 'write', 'publish').failed('notify').build();
    expect(outcomeOf(published).kind).toBe('opened');
    const again = { key, token: 't', by: 'ops', cause: 'retry' };
    const resumed = written(decideResume(published, again, T0, timings).workspace);
    expect(outcomeOf(resumed)).toEqual(stillRunning);
    const lost = withOutboxEntry(aDoneRun().build(), key, 'notify', 0, T0);
    expect(outcomeOf(lost)).toEqual(stillRunning);
  });

  it.each([
    ['was never there', aDoneRun().build(), 7],
    ['found nothing', aRun().done('plan').failed('search').told().build(), 1],
    ['was cancelled', aRun().ended('cancelled').build(), 1],
  ])('makes nothing of a version that %s', (_why, workspace, base) => {
    const settled = { ...workspace, outbox: {} };
    const change = open(settled, asked({ kind: 'deepen', chapter: 2 }, base));
    expect(change).toEqual({ result: { kind: 'skipped', reason: 'no-report' } });
  });
});
