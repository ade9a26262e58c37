import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { Permanent, type OutputsOf, type Publication } from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import type { Stage, StageJob } from '@dossier/workspace';
import { Gates } from './gates.ts';

const WRITTEN_AT = '2026-12-01T00:00:00.000Z';

/** PLAN without a model; fails or waits as the gates say. */
@Injectable()
@StageHandler('plan')
class InstantPlan implements Stage<'plan'> {
  constructor(@Inject(Gates) private readonly gates: Gates) {}

  async run({ key, request, signal }: StageJob<'plan'>): Promise<OutputsOf<'plan'>> {
    const fails = await this.gates.pass(key, 'plan', signal);
    if (fails) throw new Permanent('provider-refused');
    const { question, reportLanguage, searchLanguages } = request;
    return {
      plan: { question, reportLanguage, searchLanguages, groups: [], provider: 'instant' },
    };
  }
}

/** SEARCH that finds nothing, at once or when the gates let it. */
@Injectable()
@StageHandler('search')
class InstantSearch implements Stage<'search'> {
  constructor(@Inject(Gates) private readonly gates: Gates) {}

  async run({ key, request, signal }: StageJob<'search'>): Promise<OutputsOf<'search'>> {
    await this.gates.pass(key, 'search', signal);
    const { question } = request;
    return { evidence: { question, sources: [], agreements: [], divergences: [], gaps: [] } };
  }
}

/** WRITE without a model or a gate. */
@Injectable()
@StageHandler('write')
class InstantWrite implements Stage<'write'> {
  run(): Promise<OutputsOf<'write'>> {
    const report = { language: 'zh-TW', title: '報告', chapters: [], provider: 'instant' } as const;
    return Promise.resolve({
      report: { ...report, writtenAt: WRITTEN_AT },
      evaluation: { verdict: 'pass', gates: [], evaluatedAt: WRITTEN_AT },
    });
  }
}

/** PUBLISH that stores no page, and says what cards and follow-ups need. */
@Injectable()
@StageHandler('publish')
class InstantPublish implements Stage<'publish'> {
  run({ key }: StageJob<'publish'>): Promise<OutputsOf<'publish'>> {
    return Promise.resolve({ publication: publicationOf(key.runId, key.version) });
  }
}

function publicationOf(runId: string, version: number): Publication {
  const url = `https://reports.example/${runId}/v${version}`;
  const chapters = ['摘要', '現況', '成本', '限制'].map((heading, index) => ({
    ...{ number: index + 1, heading },
    deepenable: index === 1 || index === 2,
  }));
  return {
    ...{ url, latestUrl: url, htmlObject: 'report.html', markdownObject: 'report.md' },
    ...{ htmlSha256: '', title: '地熱發電的成本', summary: '重點在一句話裡。', chapters },
    counts: { chapters: 4, citations: 3, sources: 2, divergences: 0 },
  };
}

@Module({})
export class InstantStages {
  /** The four stages before `notify`, at once unless held: research must not be what the day waits for. */
  static with(gates: Gates): DynamicModule {
    const stages = [InstantPlan, InstantSearch, InstantWrite, InstantPublish];
    return { module: InstantStages, providers: [{ provide: Gates, useValue: gates }, ...stages] };
  }
}
