import { Inject, Injectable } from '@nestjs/common';
import {
  extractIndex,
  Permanent,
  Retryable,
  type Evidence,
  type GroupFindings,
  type OutputsOf,
  type QueryGroup,
} from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import { SEARCHER, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import type { Searcher } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';
import { enoughFindings, type Searched } from './enough-findings.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { SearchProgress } from './search-progress.ts';

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
    const groups = plan.groups.slice(known);
    // A wish in words that came to a rewriting: there is nothing to search for.
    if (base !== undefined && groups.length === 0) return { evidence: base.evidence };
    const progress = new SearchProgress(groups.length, job.progress);
    const searched = await mapConcurrently(
      groups,
      this.settings.DOSSIER_SEARCH_CONCURRENCY,
      async (group, index) => {
        const result = await this.#searchGroup(job, group, known + index);
        progress.over('findings' in result ? result.findings : undefined);
        return result;
      },
    );
    const findings = enoughFindings(searched, groups, job.version.stages.search);
    const evidence = await this.searcher.compare(plan, findings, job);
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    if (base !== undefined && !goesBeyond(base.evidence, evidence)) {
      throw new Permanent('nothing-new');
    }
    return { evidence };
  }

  async #searchGroup(job: StageJob<'search'>, group: QueryGroup, index: number): Promise<Searched> {
    const saved = await job.checkpoints.read(`search.${index}`);
    if (saved !== undefined) return { findings: saved };
    job.signal.throwIfAborted();
    const giveBack = job.budget.takeSearch();
    let found: GroupFindings;
    try {
      found = await this.searcher.search(job.inputs.plan, group, job);
    } catch (error) {
      job.signal.throwIfAborted();
      if (!(error instanceof Retryable)) throw error;
      // Else an outage, in which an open circuit asks nobody, uses up what a version may search.
      giveBack();
      // One group's outage must not keep the others from being searched and saved.
      return { failure: error };
    }
    return { findings: await job.checkpoints.save(`search.${index}`, found) };
  }
}

function goesBeyond(base: Evidence, evidence: Evidence): boolean {
  const known = extractIndex(base);
  return [...extractIndex(evidence).keys()].some((key) => !known.has(key));
}
