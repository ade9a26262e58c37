import type { RunId, Workspace } from '@dossier/contracts';
import { keepLease } from './heartbeat.ts';
import { ProgressNews } from './progress-news.ts';
import { SteppingClock } from './stepping-clock.fake.ts';
import type { Change } from './transitions/change.ts';
import { after, aRun, key, T0, timings } from './transitions/workspace.builder.ts';
import type { WorkspaceStore } from './workspace-store.ts';

const { leaseRenewMs: beat, leaseTtlMs: ttl } = timings.stages.plan;
const held = { key, stage: 'plan', token: 'mine' } as const;

type Decide<T> = (workspace: Workspace | undefined) => Change<T>;
/** How the store answers one renewal. */
type Answer = <T>(decide: Decide<T>, clock: SteppingClock) => Promise<T>;

const leased = aRun().claimed('plan', 'mine').build();
const taken = aRun().claimed('plan', 'somebody else').build();

const written: Answer = (decide) => Promise.resolve(decide(leased).result);
const takenAway: Answer = (decide) => Promise.resolve(decide(taken).result);
const refused: Answer = () => Promise.reject(new Error('unavailable'));
const hanging: Answer = () => new Promise(() => undefined);

/** A store that answers each renewal as told, the last way for ever. */
function storeThat(clock: SteppingClock, ...answers: readonly [Answer, ...Answer[]]) {
  const asked: Date[] = [];
  const store: Pick<WorkspaceStore, 'change'> = {
    change: <T>(_runId: RunId, decide: Decide<T>) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? answers[0];
      asked.push(clock.now());
      return answer(decide, clock);
    },
  };
  return { asked, store: store as WorkspaceStore };
}

function beating(...answers: readonly [Answer, ...Answer[]]) {
  const clock = new SteppingClock(T0);
  const { asked, store } = storeThat(clock, ...answers);
  const [stop, lost] = [new AbortController(), new AbortController()];
  const ended = keepLease(
    { store, clock, timings, news: new ProgressNews() },
    { ...held, until: after(ttl).getTime() },
    stop.signal,
    lost,
  );
  /** Whether the lease is given up by then. */
  const isLostAt = async (instant: Date): Promise<boolean> => {
    await clock.goTo(instant);
    return lost.signal.aborted;
  };
  return { asked, clock, ended, isLostAt, lost: lost.signal, stop };
}

describe('keepLease', () => {
  it('renews at every beat, for as long as the store agrees', async () => {
    const { asked, isLostAt } = beating(written);
    expect(await isLostAt(after(3 * ttl))).toBe(false);
    expect(asked.slice(0, 3)).toEqual([after(beat), after(2 * beat), after(3 * beat)]);
    expect(asked).toHaveLength((3 * ttl) / beat);
  });

  it('gives the lease up on the beat that finds it somebody else’s', async () => {
    const { ended, isLostAt, lost } = beating(written, takenAway);
    expect(await isLostAt(after(2 * beat - 1))).toBe(false);
    expect(await isLostAt(after(2 * beat))).toBe(true);
    expect(lost.reason).toBe('stale');
    await ended;
  });

  it('gives the lease up when the run is not there any more', async () => {
    const { isLostAt } = beating((decide) => Promise.resolve(decide(undefined).result));
    expect(await isLostAt(after(beat))).toBe(true);
  });

  it.each([
    ['hangs', hanging],
    ['refuses', refused],
    ['refuses late', refusedAfter(0.6 * beat)],
  ] as const)('holds the lease to its last millisecond when the store %s', async (_how, answer) => {
    const { ended, isLostAt } = beating(answer);
    expect(await isLostAt(after(ttl - 1))).toBe(false);
    expect(await isLostAt(after(ttl))).toBe(true);
    await ended;
  });

  it('takes one failed renewal for no loss, and counts from the next', async () => {
    const { isLostAt } = beating(refused, written, hanging);
    expect(await isLostAt(after(2 * beat + ttl - 1))).toBe(false);
    expect(await isLostAt(after(2 * beat + ttl))).toBe(true);
  });

  it('counts a slow renewal from the try that was written, not from its asking or its answer', async () => {
    const [triedMs, answeredMs] = [0.5 * beat, 1.5 * beat];
    const slow: Answer = async (decide, clock) => {
      decide(leased);
      await clock.sleep(triedMs);
      const { result } = decide(leased);
      await clock.sleep(answeredMs - triedMs);
      return result;
    };
    const { isLostAt } = beating(slow, hanging);
    expect(await isLostAt(after(beat + triedMs + ttl - 1))).toBe(false);
    expect(await isLostAt(after(beat + triedMs + ttl))).toBe(true);
  });

  it('ends when it is stopped between two beats, and asks for nothing more', async () => {
    const { asked, clock, ended, isLostAt, stop } = beating(written);
    await clock.goTo(after(beat));
    stop.abort();
    await ended;
    expect(await isLostAt(after(3 * ttl))).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('ends when it is stopped while a renewal is under way, without a loss', async () => {
    const { clock, ended, lost, stop } = beating(hanging);
    await clock.goTo(after(beat));
    stop.abort();
    await ended;
    expect(lost.aborted).toBe(false);
  });

  it('hears no loss in an answer that comes with the stop: the commit took the lease itself', async () => {
    const { clock, ended, lost, stop } = beating((decide) => {
      stop.abort();
      return takenAway(decide, clock);
    });
    await clock.goTo(after(beat));
    await ended;
    expect(lost.aborted).toBe(false);
  });
});

function refusedAfter(ms: number): Answer {
  return async (_decide, clock) => {
    await clock.sleep(ms);
    throw new Error('unavailable');
  };
}
