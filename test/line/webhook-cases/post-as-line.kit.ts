import { createHmac } from 'node:crypto';
import { messageIdOf } from '@dossier/fake-line';
import type { LocalCloud } from '../../e2e/local-cloud.kit.ts';
import { untilTaken } from '../until-taken.kit.ts';
import type { Post, RawPost } from './webhook-case.ts';

type Sending = Pick<LocalCloud, 'line' | 'environment'>;

/**
 * Posts to the webhook as LINE does: a body of events again, when it was not taken.
 * @returns the status of the last answer.
 */
export async function postAsLine(cloud: Sending, post: Post): Promise<number> {
  const { line } = cloud;
  if (typeof post === 'function') {
    const botMessageId = line.delivered.at(-1)?.sentIds.at(-1) ?? messageIdOf(0);
    return postEvents(line, post({ botMessageId }));
  }
  return 'raw' in post ? postRaw(cloud, post) : postEvents(line, post);
}

async function postEvents(line: Sending['line'], events: readonly object[]): Promise<number> {
  return (await untilTaken(line, await line.sendEvents(events))).status;
}

async function postRaw(
  { line, environment }: Sending,
  { raw, signature, header = 'x-line-signature', events = [] }: RawPost,
): Promise<number> {
  if (typeof raw === 'string' && signature !== null) {
    const changes = { rawBody: raw, header, ...(signature !== undefined && { signature }) };
    return (await line.sendEvents(events, changes)).status;
  }
  const body = Buffer.from(raw);
  const right = createHmac('sha256', environment.LINE_CHANNEL_SECRET).update(body).digest('base64');
  const signed = signature === null ? {} : { [header]: signature ?? right };
  const response = await fetch(line.webhookUrl ?? '', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', ...signed },
  });
  return response.status;
}
