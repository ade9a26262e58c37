import { Controller, Get } from '@nestjs/common';

/** Liveness for the platform: answered as soon as, and as long as, the process serves. */
@Controller()
export class HealthController {
  @Get('healthz')
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }
}
