import {
  Controller,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  ServiceUnavailableException,
  UseGuards,
} from '@nestjs/common';
import { LOGGER, OidcGuard } from '@dossier/platform';
import type { Logger } from 'pino';
import { SweepService } from './sweep.service.ts';

/** What Cloud Scheduler is answered; the counts of one sweep. */
interface SweepAnswer {
  readonly due: number;
  readonly republished: number;
  readonly closed: number;
  readonly failures: number;
  /** The sweep ended at one of its limits: the next one goes on. */
  readonly more: boolean;
}

/**
 * The durable timer's way in from outside, for Cloud Scheduler: on Google Cloud no process lives long
 * enough to count minutes. 503 when the store cannot be read, so that it is tried again.
 */
@Controller('internal')
@UseGuards(OidcGuard)
export class SweepController {
  constructor(
    private readonly sweeps: SweepService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('sweep')
  @HttpCode(HttpStatus.OK)
  async sweep(): Promise<SweepAnswer> {
    try {
      const { due, republished, closed, failed, more } = await this.sweeps.sweep();
      return { due, republished, closed, failures: failed, more };
    } catch (cause) {
      this.logger.error({ err: cause }, 'sweep failed');
      const body = {
        statusCode: HttpStatus.SERVICE_UNAVAILABLE,
        error: 'store-unreachable',
        message: 'The list of what is due cannot be read at the moment. Try again.',
      };
      throw new ServiceUnavailableException(body, { cause });
    }
  }
}
