import {
  NeedsHuman,
  Retryable,
  type BaseVersion,
  type GroupFindings,
  type StageFailure,
} from '@dossier/contracts';
import { readSettings } from '@dossier/platform';
import { sampleEvidence, samplePlan } from '@dossier/report/testing';
import type { Searcher } from '@dossier/research';
import type { StageJob } from '@dossier/workspace';
import { SearchStage } from './search.stage.ts';

const plan = samplePlan();
const groupIds = plan.groups.map(({ id }) => id);

/** What one group found, told apart by who found it. */
function found(groupId: string, by: string): GroupFindings {
  const source = {
    title: by,
    location: { kind: 'file', path: `${by}.md` },
    language: 'zh-TW',
    retrievedAt: '2026-12-01T00:00:00.000Z',
    sha256: '0'.repeat(64),
    extracts: [],
  } as const;
  return { groupId, sources: [source] };
}

/** A provider that remembers what it was asked to search and what it was given to compare. */
class RecordingSearcher implements Searcher {
  readonly searched: string[] = [];
  compared: readonly GroupFindings[] = [];

  constructor(private readonly evidence = sampleEvidence()) {}

  search: Searcher['search'] = (_plan, { id }) => {
    this.searched.push(id);
    return Promise.resolve(found(id, 'this attempt'));
  };

  compare: Searcher['compare'] = (_plan, findings) => {
    this.compared = findings;
    return Promise.resolve(this.evidence);
  };
}

type Checkpoints = StageJob<'search'>['checkpoints'];

/** Checkpoints that nobody wrote before, and that take what they are given. */
const blank: Checkpoints = {
  read: () => Promise.resolve(undefined),
  save: (_name, content) => Promise.resolve(content),
};

function search(
  searcher: RecordingSearcher,
  {
    checkpoints = {},
    takeSearch = () => () => undefined,
    signal = new AbortController().signal,
    base,
    lastError,
  }: {
    checkpoints?: Partial<Checkpoints>;
    takeSearch?: StageJob<'search'>['budget']['takeSearch'];
    signal?: AbortSignal;
    base?: BaseVersion;
    lastError?: StageFailure;
  } = {},
) {
  const job = {
    inputs: { plan },
    base,
    checkpoints: { ...blank, ...checkpoints },
    budget: { takeSearch },
    signal,
    progress: () => undefined,
    version: { stages: { search: { lastError } } },
  } as unknown as StageJob<'search'>;
  return new SearchStage(searcher, readSettings({})).run(job);
}

describe('SearchStage', () => {
  it('searches every group of the plan once, and compares what they found in its order', async () => {
    const searcher = new RecordingSearcher();
    expect(await search(searcher)).toEqual({ evidence: sampleEvidence() });
    expect(searcher.searched.toSorted()).toEqual(groupIds);
    expect(searcher.compared).toEqual(groupIds.map((id) => found(id, 'this attempt')));
  });

  it('does not search again what an earlier attempt saved: its findings are used, and not paid for', async () => {
    const searcher = new RecordingSearcher();
    const reserved: string[] = [];
    const saved = new Map<string, GroupFindings>([['search.1', found('g2', 'an earlier attempt')]]);
    await search(searcher, {
      checkpoints: { read: (name) => Promise.resolve(saved.get(name)) },
      takeSearch: () => {
        reserved.push('searches');
        return () => undefined;
      },
    });
    expect(searcher.searched.toSorted()).toEqual(['g1', 'g3', 'g4']);
    expect(reserved).toEqual(['searches', 'searches', 'searches']);
    expect(searcher.compared[1]).toEqual(found('g2', 'an earlier attempt'));
  });

  it('uses the findings of a twin that was faster, not its own', async () => {
    const searcher = new RecordingSearcher();
    const stored = (name: string) => {
      const id = groupIds[Number(name.replace('search.', ''))];
      return found(id ?? 'unknown', 'the twin');
    };
    await search(searcher, {
      checkpoints: { save: (name) => Promise.resolve(stored(name)) },
    });
    expect(searcher.compared).toEqual(groupIds.map((id) => found(id, 'the twin')));
  });

  it('asks and pays for nothing once it was told to stop while it read the checkpoints', async () => {
    const searcher = new RecordingSearcher();
    const reserved: string[] = [];
    const stop = new AbortController();
    const lost = new Error('lease lost');
    const read = () => {
      stop.abort(lost);
      return Promise.resolve(undefined);
    };
    const run = search(searcher, {
      checkpoints: { read },
      takeSearch: () => {
        reserved.push('searches');
        return () => undefined;
      },
      signal: stop.signal,
    });
    await expect(run).rejects.toBe(lost);
    expect(searcher.searched).toEqual([]);
    expect(reserved).toEqual([]);
  });

  it('searches nothing that the budget does not cover', async () => {
    const searcher = new RecordingSearcher();
    const spent = new NeedsHuman('over-budget');
    const takeSearch = () => {
      throw spent;
    };
    await expect(search(searcher, { takeSearch })).rejects.toBe(spent);
    expect(searcher.searched).toEqual([]);
  });

  it('ends the version when all groups together found nothing', async () => {
    const searcher = new RecordingSearcher({ ...sampleEvidence(), sources: [] });
    await expect(search(searcher)).rejects.toMatchObject({
      name: 'Permanent',
      reason: 'no-evidence',
    });
  });

  describe('when a group cannot be searched', () => {
    /** A provider that is down for some groups. */
    class BrokenSearcher extends RecordingSearcher {
      constructor(
        private readonly down: readonly string[],
        failure = new Retryable('model-overloaded'),
      ) {
        super();
        const search = this.search;
        this.search = (given, group, context) =>
          this.down.includes(group.id) ? Promise.reject(failure) : search(given, group, context);
      }
    }
    const failedBefore = (failedGroups: Record<string, number>): StageFailure => ({
      ...{ kind: 'Retryable', reason: 'model-overloaded', at: '2026-12-01T00:00:00.000Z' },
      details: JSON.stringify({ failedGroups }),
    });

    it('searches and saves all others, and then asks for another attempt, saying what failed', async () => {
      const searcher = new BrokenSearcher(['g2']);
      const saved: string[] = [];
      const save: Checkpoints['save'] = (name, content) => {
        saved.push(name);
        return Promise.resolve(content);
      };
      await expect(search(searcher, { checkpoints: { save } })).rejects.toMatchObject({
        ...{ name: 'Retryable', reason: 'model-overloaded', details: { failedGroups: { g2: 1 } } },
      });
      expect(saved.toSorted()).toEqual(['search.0', 'search.2', 'search.3']);
      expect(searcher.compared).toEqual([]);
    });

    it('gives back what it took for a search that is made again', async () => {
      const taken: number[] = [];
      const takeSearch = () => {
        const place = taken.push(1) - 1;
        return () => void taken.splice(place, 1, 0);
      };
      await search(new BrokenSearcher(['g2']), { takeSearch }).catch(() => undefined);
      expect(taken.filter((each) => each === 1)).toHaveLength(groupIds.length - 1);
    });

    it('asks for a third attempt after two that it failed', async () => {
      const searcher = new BrokenSearcher(['g2']);
      const lastError = failedBefore({ g2: 1 });
      await expect(search(searcher, { lastError })).rejects.toMatchObject({
        details: { failedGroups: { g2: 2 } },
      });
    });

    it('leaves it out once it has failed three attempts, and names its problem', async () => {
      const searcher = new BrokenSearcher(['g2']);
      await search(searcher, { lastError: failedBefore({ g2: 2, g3: 1 }) });
      expect(searcher.compared[1]).toEqual({
        ...{ groupId: 'g2', sources: [], problems: [{ reason: 'search-failed', count: 1 }] },
      });
      expect(searcher.compared).toHaveLength(groupIds.length);
    });

    it('does not count attempts before the time that the provider named', async () => {
      const wait = new Retryable('model-quota', { details: { waitMs: 70_000 } });
      const lastError = failedBefore({ g2: 2 });
      await expect(search(new BrokenSearcher(['g2'], wait), { lastError })).rejects.toMatchObject({
        ...{ name: 'Retryable', reason: 'model-quota', details: { failedGroups: { g2: 2 } } },
      });
    });

    it('goes on trying for a group that has begun to fail only now', async () => {
      const searcher = new BrokenSearcher(['g2', 'g4']);
      await expect(search(searcher, { lastError: failedBefore({ g2: 5 }) })).rejects.toMatchObject({
        details: { failedGroups: { g2: 6, g4: 1 } },
      });
    });

    it('writes no report of less than half of the groups, however often they fail', async () => {
      const searcher = new BrokenSearcher(['g1', 'g2', 'g3']);
      const lastError = failedBefore({ g1: 7, g2: 7, g3: 7 });
      await expect(search(searcher, { lastError })).rejects.toMatchObject({ name: 'Retryable' });
    });

    it.each(['{}', 'null', '{"failedGroups":[]}', '{"failedGroups":{"g2":"many"}}'])(
      'counts from the beginning when the attempt before left %s',
      async (details) => {
        const lastError = { ...failedBefore({}), details };
        await expect(search(new BrokenSearcher(['g2']), { lastError })).rejects.toMatchObject({
          details: { failedGroups: { g2: 1 } },
        });
      },
    );
  });

  describe('of a follow-up', () => {
    const [, ...others] = sampleEvidence().sources;
    const base = {
      plan: { ...plan, groups: plan.groups.slice(0, 3) },
      evidence: { ...sampleEvidence(), sources: others },
    } as unknown as BaseVersion;

    it('searches, pays for and saves only the groups that its base has not searched', async () => {
      const searcher = new RecordingSearcher();
      const reserved: string[] = [];
      const saved: string[] = [];
      const checkpoints: Partial<Checkpoints> = {
        save: (name, content) => {
          saved.push(name);
          return Promise.resolve(content);
        },
      };
      await search(searcher, {
        base,
        checkpoints,
        takeSearch: () => {
          reserved.push('searches');
          return () => undefined;
        },
      });
      expect(searcher.searched).toEqual(['g4']);
      expect(searcher.compared.map(({ groupId }) => groupId)).toEqual(['g4']);
      expect(reserved).toEqual(['searches']);
      expect(saved).toEqual(['search.3']);
    });

    it('ends the version when nothing was found that its base does not hold', async () => {
      const same = { ...base, evidence: sampleEvidence() };
      const run = search(new RecordingSearcher(), { base: same });
      await expect(run).rejects.toMatchObject({ name: 'Permanent', reason: 'nothing-new' });
    });
  });
});
