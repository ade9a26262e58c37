import { namesOf } from './names.ts';
import { PIPELINE, STAGE_NAMES, type StageName } from './pipeline.ts';
import { TIMING_PROFILES } from './timings.ts';
import { topologyOf } from './topology.ts';

describe('the pipeline', () => {
  it('is one chain through every stage, in the listed order', () => {
    const chain: StageName[] = [];
    for (let at: StageName | null = STAGE_NAMES[0]; at !== null; at = PIPELINE[at].next) {
      chain.push(at);
    }
    expect(chain).toEqual([...STAGE_NAMES]);
  });

  it('gives every stage only what an earlier one has left', () => {
    const left = new Set<string>();
    for (const stage of STAGE_NAMES) {
      for (const need of PIPELINE[stage].needs) expect(left).toContain(need);
      for (const artifact of PIPELINE[stage].produces) left.add(artifact);
    }
  });

  it('creates every artifact in exactly one stage', () => {
    const produced = STAGE_NAMES.flatMap((stage): string[] => [...PIPELINE[stage].produces]);
    expect(new Set(produced).size).toBe(produced.length);
  });

  it('lets the worker of each stage publish to the next', () => {
    for (const stage of STAGE_NAMES) {
      const { next, service } = PIPELINE[stage];
      if (next !== null) expect(PIPELINE[next].publishers).toContain(service);
    }
  });

  it('has names that Pub/Sub accepts, all distinct', () => {
    const ids = STAGE_NAMES.flatMap((stage) => Object.values(namesOf(stage)) as string[]);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9.-]{2,254}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has one topology row per stage', () => {
    const stages = topologyOf(TIMING_PROFILES.cloud).map(({ stage }) => stage);
    expect(stages).toEqual([...STAGE_NAMES]);
  });
});
