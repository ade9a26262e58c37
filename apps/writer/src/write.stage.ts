import { Inject, Injectable } from '@nestjs/common';
import { Permanent, type OutputsOf } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { StageHandler } from '@dossier/messaging';
import { WRITER } from '@dossier/platform';
import type { Writer } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';

/**
 * WRITE: writes the report from the evidence and judges it.
 *
 * A report that fails its gates is still committed, with the verdict: it is the publisher that
 * refuses it, and what was refused can be looked at.
 */
@Injectable()
@StageHandler('write')
export class WriteStage implements Stage<'write'> {
  constructor(@Inject(WRITER) private readonly writer: Writer) {}

  async run(job: StageJob<'write'>): Promise<OutputsOf<'write'>> {
    const { plan, evidence } = job.inputs;
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    const report = await this.writer.write(plan, evidence, job);
    return { report, evaluation: evaluateReport(report, evidence, job.clock) };
  }
}
