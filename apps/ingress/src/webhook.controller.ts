import {
  Controller,
  Headers,
  HttpCode,
  Inject,
  Post,
  Req,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { verifySignature } from '@dossier/line';
import { channelSecretsOf, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import type { FastifyRequest } from 'fastify';
import { WebhookService } from './webhook.service.ts';

/**
 * LINE's way in. 401 for a body that LINE did not sign; 2xx only when everything the events ask for
 * is durable; 503 otherwise, so that LINE delivers them again.
 */
@Controller('line')
export class WebhookController {
  constructor(
    private readonly webhooks: WebhookService,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Post('webhook')
  @HttpCode(200)
  async receive(
    @Req() request: FastifyRequest & { rawBody?: Uint8Array },
    @Headers('x-line-signature') signature: string | undefined,
  ): Promise<Record<string, never>> {
    const body = request.rawBody ?? new Uint8Array();
    if (!verifySignature(body, signature, channelSecretsOf(this.settings))) {
      throw new UnauthorizedException('The signature does not match the body.');
    }
    const { failed } = await this.webhooks.accept(body);
    if (failed > 0) throw new ServiceUnavailableException('Not stored yet. Deliver again.');
    return {};
  }
}
