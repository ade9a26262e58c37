import { Inject, Injectable } from '@nestjs/common';
import {
  extractIndex,
  Permanent,
  type Evidence,
  type GroupFindings,
  type OutputsOf,
  type QueryGroup,
} from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import { SEARCHER, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import type { Searcher } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';
import { mapConcurrently } from './map-concurrently.ts';

/**
 * SEARCH: runs every query group and compares what they found.
 *
 * Each group is a checkpoint of its own, so a crash pays again only for the groups under way. What a
 * follow-up's base has searched is in the base's evidence, and is not searched or paid again.
 */
@Injectable()
@StageHandler('search')
export class SearchStage implements Stage<'search'> {
  constructor(
    @Inject(SEARCHER) private readonly searcher: Searcher,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async run(job: StageJob<'search'>): Promise<OutputsOf<'search'>> {
    const { base, inputs } = job;
    const { plan } = inputs;
    const known = base?.plan.groups.length ?? 0;
    const findings = await mapConcurrently(
      plan.groups.slice(known),
      this.settings.DOSSIER_SEARCH_CONCURRENCY,
      (group, index) => this.#searchGroup(job, group, known + index),
    );
    const evidence = await this.searcher.compare(plan, findings, job);
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    if (base !== undefined && !goesBeyond(base.evidence, evidence)) {
      throw new Permanent('nothing-new');
    }
    return { evidence };
  }

  async #searchGroup(
    job: StageJob<'search'>,
    group: QueryGroup,
    index: number,
  ): Promise<GroupFindings> {
    const saved = await job.checkpoints.read(`search.${index}`);
    if (saved !== undefined) return saved;
    job.signal.throwIfAborted();
    job.budget.reserve('searches');
    const found = await this.searcher.search(job.inputs.plan, group, job);
    return job.checkpoints.save(`search.${index}`, found);
  }
}

function goesBeyond(base: Evidence, evidence: Evidence): boolean {
  const known = extractIndex(base);
  return [...extractIndex(evidence).keys()].some((key) => !known.has(key));
}
