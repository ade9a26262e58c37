import {
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Clock } from '@dossier/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { CallRefused, OidcVerifier } from './oidc-verifier.ts';
import type { Settings } from './settings.ts';
import { CLOCK, LOGGER, SETTINGS_TOKEN } from './tokens.ts';

const STATUS = {
  unauthenticated: HttpStatus.UNAUTHORIZED,
  forbidden: HttpStatus.FORBIDDEN,
  'keys-unreachable': HttpStatus.SERVICE_UNAVAILABLE,
} as const;

/**
 * Lets in only the service accounts of DOSSIER_OIDC_CALLERS, by a Google ID token. A refusal is JSON
 * `{statusCode, error, message}`, where `error` is a code of `CallRefused`, or `not-configured` (404)
 * where the settings name no callers: what nobody may call is not there.
 */
@Injectable()
export class OidcGuard implements CanActivate {
  readonly #verifier: OidcVerifier | undefined;

  constructor(
    @Inject(SETTINGS_TOKEN) settings: Settings,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const {
      DOSSIER_OIDC_AUDIENCE: audience,
      DOSSIER_OIDC_CALLERS: callers,
      DOSSIER_OIDC_KEYS_URL: keysUrl,
    } = settings;
    if (audience !== undefined && callers !== undefined) {
      this.#verifier = new OidcVerifier({ audience, callers, keysUrl }, clock);
    }
  }

  async canActivate(context: ExecutionContext): Promise<true> {
    if (this.#verifier === undefined) {
      const message =
        'Nobody may call this: DOSSIER_OIDC_AUDIENCE and DOSSIER_OIDC_CALLERS are not set.';
      throw refusal(HttpStatus.NOT_FOUND, 'not-configured', message);
    }
    const http = context.switchToHttp();
    try {
      await this.#verifier.verify(http.getRequest<FastifyRequest>().headers.authorization);
      return true;
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      this.logger.warn({ code: error.code, err: error.cause }, 'call refused');
      if (error.code === 'unauthenticated') {
        http.getResponse<FastifyReply>().header('www-authenticate', 'Bearer');
      }
      throw refusal(STATUS[error.code], error.code, error.message);
    }
  }
}

function refusal(statusCode: HttpStatus, error: string, message: string): HttpException {
  return new HttpException({ statusCode, error, message }, statusCode);
}
