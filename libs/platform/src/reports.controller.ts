import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import { isRunId } from '@dossier/contracts';
import { REPORT_PAGE_POLICY } from '@dossier/report';
import type { FastifyReply } from 'fastify';
import { ReportStore } from './report-store.ts';

const VERSION = /^(?:v[1-9]\d{0,4}|latest)$/;
const FILE = /^report\.(?:html|md)$/;

/** Serves report pages out of the object store, as the bucket's own address does on Google Cloud. */
@Controller('reports')
export class ReportsController {
  constructor(private readonly store: ReportStore) {}

  @Get(':runId/:version/:file')
  async read(
    @Param('runId') runId: string,
    @Param('version') version: string,
    @Param('file') file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const known = isRunId(runId) && VERSION.test(version) && FILE.test(file);
    const page = known ? await this.store.read(`reports/${runId}/${version}/${file}`) : undefined;
    if (page === undefined) throw new NotFoundException('There is no such report.');
    await reply
      .header('content-type', page.contentType)
      .header('content-security-policy', REPORT_PAGE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', version === 'latest' ? 'no-cache' : 'private, max-age=3600')
      .send(page.body);
  }
}
