import { createHmac, timingSafeEqual } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Firestore } from '@google-cloud/firestore';
import { runIdOf, type RunId } from '@dossier/contracts';
import { COMMIT_ONLY_PATH, WEBHOOK_PATH } from '../load/webhooks.ts';

interface Body {
  readonly events: readonly [
    { webhookEventId: string; source: { userId: string }; message: { text: string } },
  ];
}

/**
 * The least that a safe webhook must do, on Fastify alone: check LINE's HMAC over the raw bytes,
 * commit one document, answer 200. One of its two addresses also begins a run.
 */
export function bareWebhook(
  { firestore, secret }: { firestore: Firestore; secret: string },
  begin: (runId: RunId) => Promise<void>,
): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  /** @returns undefined when LINE did not sign it. */
  async function commit(request: FastifyRequest): Promise<RunId | undefined> {
    const body = request.body as Buffer;
    const expected = createHmac('sha256', secret).update(body).digest();
    const given = Buffer.from(String(request.headers['x-line-signature']), 'base64');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [event] = (JSON.parse(body.toString('utf8')) as Body).events;
    const runId = runIdOf(event.webhookEventId);
    const run = { question: event.message.text, to: event.source.userId };
    await firestore.collection('bare').doc(runId).create(run);
    return runId;
  }

  app.post(COMMIT_ONLY_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
    const runId = await commit(request);
    return reply.code(runId === undefined ? 401 : 200).send({});
  });
  app.post(WEBHOOK_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
    const runId = await commit(request);
    if (runId !== undefined) await begin(runId);
    return reply.code(runId === undefined ? 401 : 200).send({});
  });
  return app;
}
