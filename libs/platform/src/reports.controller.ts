import {
  Controller,
  Get,
  HttpStatus,
  Inject,
  NotFoundException,
  Param,
  Req,
  Res,
} from '@nestjs/common';
import { isRunId } from '@dossier/contracts';
import { REPORT_PAGE_POLICY } from '@dossier/report';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOfNewReports } from './link-policy.ts';
import { proofCookie, proofsIn } from './link-proof.ts';
import { LINK_REFUSAL_PAGE } from './link-refusal.ts';
import { ReportLinks, type LinkProof } from './report-links.ts';
import { ReportStore, type StoredObject } from './report-store.ts';
import type { Settings } from './settings.ts';
import { SETTINGS_TOKEN } from './tokens.ts';

const VERSION = /^(?:v[1-9]\d{0,4}|latest)$/;
const FILE = /^(?:report\.(?:html|md)|diff-v[1-9]\d{0,4}\.html|versions\.html)$/;
const HTML = 'text/html; charset=utf-8';
const PRIVATE = 'private, no-store';

interface ReportPath {
  readonly runId: string;
  readonly version: string;
  readonly file: string;
}

/** Serves report pages out of the object store; those that are signed only to whoever has a valid link. */
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly store: ReportStore,
    private readonly links: ReportLinks,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get(':runId/:version/:file')
  async read(
    @Param() path: ReportPath,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply
      .header('content-security-policy', REPORT_PAGE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer');
    const page = await this.#find(path);
    if (page?.access === 'public') {
      const cache = path.version === 'latest' ? 'no-cache' : 'private, max-age=3600';
      return send(reply, page, cache);
    }
    const proof = this.#validProof(path, request);
    if (proof === undefined) return this.#refuse(request, reply);
    if (page === undefined) throw new NotFoundException('There is no such report.');
    reply.header('set-cookie', this.#cookieOf(path, proof));
    return send(reply, page, PRIVATE);
  }

  async #find({ runId, version, file }: ReportPath): Promise<StoredObject | undefined> {
    const known = isRunId(runId) && VERSION.test(version) && FILE.test(file);
    return known ? this.store.read(`reports/${runId}/${version}/${file}`) : undefined;
  }

  #validProof({ runId }: ReportPath, request: FastifyRequest): LinkProof | undefined {
    if (!isRunId(runId)) return undefined;
    return proofsIn(request).find((proof) => this.links.isOpen(runId, proof));
  }

  /** Depends on the settings and the request alone, never on whether the report exists. */
  async #refuse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const signs = accessOfNewReports(this.settings) === 'signed' || proofsIn(request).length > 0;
    if (!signs) throw new NotFoundException('There is no such report.');
    await reply
      .status(HttpStatus.FORBIDDEN)
      .header('content-type', HTML)
      .header('cache-control', PRIVATE)
      .send(LINK_REFUSAL_PAGE);
  }

  #cookieOf({ runId }: ReportPath, proof: LinkProof): string {
    const isHttps = this.settings.DOSSIER_PUBLIC_URL?.startsWith('https:') === true;
    const secondsLeft = this.links.secondsLeft(proof.exp);
    return proofCookie(`/reports/${runId}`, proof, secondsLeft, isHttps);
  }
}

async function send(reply: FastifyReply, page: StoredObject, cache: string): Promise<void> {
  await reply
    .header('content-type', page.contentType)
    .header('cache-control', cache)
    .send(page.body);
}
