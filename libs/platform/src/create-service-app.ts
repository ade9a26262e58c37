import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DynamicModule, Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { nestLoggerOf } from './logger.ts';

/** LINE documents no size for webhook bodies; its own requests end at 2 MB, so ours may be a little larger. */
const BODY_LIMIT_BYTES = 2.5 * 1024 * 1024;

/**
 * A Nest application on Fastify that keeps every body's raw bytes as `request.rawBody`. A body that
 * is not JSON is no error here: the webhook must judge its signature first, and refuses it then.
 */
export async function createServiceApp(
  module: Type | DynamicModule,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLoggerOf(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    (request: FastifyRequest & { rawBody?: Buffer }, body, done) => {
      const bytes = Buffer.from(body);
      request.rawBody = bytes;
      done(null, parseJson(bytes));
    },
  );
  return app;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
