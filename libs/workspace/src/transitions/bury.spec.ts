import { NO_USAGE, commandFor, type StageCommand, type Workspace } from '@dossier/contracts';
import { decideBurial } from './bury.ts';
import { decideNeedsHuman } from './settle.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';

const late = after(60_000);
const bury = (workspace: Workspace | undefined, dead: StageCommand, now = late) =>
  decideBurial(workspace, dead, 'delivery-attempts-exhausted', now, timings);
const parked = () => {
  const attempt = {
    kind: 'NeedsHuman',
    reason: 'over-budget',
    usage: NO_USAGE,
  } as const;
  const held = { key, stage: 'plan', token: 'mine' } as const;
  const claimed = aRun().claimed('plan', 'mine').build();
  return written(decideNeedsHuman(claimed, held, attempt, T0, timings).workspace);
};

describe('decideBurial', () => {
  it('fails the stage whose workers all died, and has the user told', () => {
    const dead = aRun().done('plan').claimed('search', 'died').build();
    const { result, workspace } = bury(dead, command('search'));
    expect(result).toEqual({ kind: 'failed', commands: [command('notify')] });
    expect(workspace?.versions['1']).toMatchObject({
      status: 'failed',
      failure: { stage: 'search', reason: 'delivery-attempts-exhausted' },
      stages: { search: { status: 'failed' } },
    });
    expect(Object.keys(written(workspace).outbox)).toEqual(['1.notify.0']);
  });

  it('fails a stage that no worker ever reached', () => {
    const { result, workspace } = bury(aRun().build(), command('plan'));
    expect(result.kind).toBe('failed');
    expect(Object.keys(written(workspace).outbox)).toEqual(['1.notify.0']);
  });

  it('tells nobody when the notice itself is dead: there is no other way to speak', () => {
    const workspace = aRun().done('plan', 'search', 'write', 'publish').build();
    const { result, workspace: next } = bury(workspace, command('notify'));
    expect(result).toEqual({ kind: 'failed', commands: [] });
    expect(next?.versions['1']?.status).toBe('done');
  });

  it('marks a stage once', () => {
    const once = written(bury(aRun().build(), command('plan')).workspace);
    expect(bury(once, command('plan'))).toEqual({
      result: { kind: 'unaffected', reason: 'failed-before' },
    });
  });

  it.each([
    ['unknown-run', undefined, command('plan'), late],
    ['unknown-version', aRun().build(), commandFor({ ...key, version: 2 }, 'plan'), late],
    [
      'superseded',
      aRun().done('plan').failed('search').followedUp().build(),
      command('search'),
      late,
    ],
    ['ended', aRun().ended('no_evidence').build(), command('plan'), late],
    ['finished', aRun().done('plan').build(), command('plan'), late],
    ['not-begun', aRun().done('plan').build(), command('publish'), late],
    ['in-work', aRun().claimed('plan', 'alive').build(), command('plan'), after(1)],
    ['waits-for-person', parked(), command('plan'), late],
  ] as const)('leaves the run alone: %s', (reason, workspace, dead, now) => {
    expect(bury(workspace, dead, now)).toEqual({ result: { kind: 'unaffected', reason } });
  });
});
