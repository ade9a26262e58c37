import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { redactLogLine } from './redact-log-line.ts';
import type { Settings } from './settings.ts';

/** Cloud Logging's names for pino's levels (cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry). */
const SEVERITIES: Readonly<Record<string, string>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
};

/**
 * One JSON line per entry on standard error, in the shape that Cloud Logging reads. Callers log ids,
 * codes and counts; never a person's or a model's text, never a secret. What slips in by a client's
 * error, such as a document's path with a user's id in it, is made unreadable in the finished line.
 */
export function createLogger(
  level: Settings['LOG_LEVEL'],
  service: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { service },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: { level: (label) => ({ severity: SEVERITIES[label] ?? 'DEFAULT' }) },
      hooks: { streamWrite: redactLogLine },
    },
    destination,
  );
}

/** Nest's own warnings and errors through the same logger; its start-up chatter is left out. */
export function nestLoggerOf(logger: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...context: unknown[]): void =>
      logger[level](
        { context: context.at(-1), ...(message instanceof Error ? { err: message } : {}) },
        message instanceof Error ? message.message : String(message),
      );
  return {
    log: () => undefined,
    verbose: () => undefined,
    debug: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('error'),
  };
}

/** The causes of an error that are worth a line each; deeper ones repeat. */
const MAX_CAUSES = 4;

/**
 * What may be logged of an error: class, message, stack, codes. Not its other fields, since clients
 * hang whole answers and requests on their errors.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, reason } = fieldsOf(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(error.cause === undefined || depth === MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

function fieldsOf(error: Error): { code?: string | number; reason?: string } {
  const code = 'code' in error ? error.code : undefined;
  const reason = 'reason' in error ? error.reason : undefined;
  return {
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
