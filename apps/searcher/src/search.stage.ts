import { Inject, Injectable } from '@nestjs/common';
import { Permanent, type GroupFindings, type OutputsOf, type QueryGroup } from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import { SEARCHER, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import type { Searcher } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';
import { mapConcurrently } from './map-concurrently.ts';

/**
 * SEARCH: runs every query group and compares what they found.
 *
 * Each group is a checkpoint of its own, so a crash pays again only for the groups under way.
 */
@Injectable()
@StageHandler('search')
export class SearchStage implements Stage<'search'> {
  constructor(
    @Inject(SEARCHER) private readonly searcher: Searcher,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async run(job: StageJob<'search'>): Promise<OutputsOf<'search'>> {
    const { plan } = job.inputs;
    const findings = await mapConcurrently(
      plan.groups,
      this.settings.DOSSIER_SEARCH_CONCURRENCY,
      (group, index) => this.#searchGroup(job, group, index),
    );
    const evidence = await this.searcher.compare(plan, findings, job);
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
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
