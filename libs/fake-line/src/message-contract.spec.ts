import { randomUUID } from 'node:crypto';
import { BROKEN_CARDS } from './broken-cards.builder.ts';
import { aCard, USER } from './card.builder.ts';
import {
  asMessages,
  refusalOf,
  startLineSession,
  type LineSession,
} from './line-session.builder.ts';

const anyText: unknown = expect.any(String);
const messageId: unknown = expect.stringMatching(/^\d{18}$/);
const summary: unknown = expect.stringMatching(/invalid|error\(s\)/);
const anyDetails: unknown = expect.any(Array);

describe('the contract of messages, through the real SDK', () => {
  let session: LineSession;
  beforeAll(async () => {
    session = await startLineSession();
  }, 60_000);
  afterAll(() => session.line.close());

  it('takes a card with every kind of block, box and action', async () => {
    const receipt = await session.client.pushMessage({ to: USER, messages: [aCard()] });
    expect(receipt.sentMessages).toEqual([{ id: messageId, quoteToken: anyText }]);
    await session.client.validatePush({ messages: [aCard()] });
  });

  it.each(Object.entries(BROKEN_CARDS))('refuses %s and delivers nothing', async (_, messages) => {
    const before = session.line.delivered.length;
    const push = { to: USER, messages: asMessages(messages) };
    const { status, body } = await refusalOf(session.client.pushMessage(push, randomUUID()));
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: summary, details: anyDetails },
    });
    expect(session.line.delivered).toHaveLength(before);
  });

  it('names the place of a fault in the words of the real API', async () => {
    const emptyText = asMessages(BROKEN_CARDS['an empty text component'] ?? []);
    const limits = await refusalOf(session.client.validatePush({ messages: emptyText }));
    expect(limits.body).toEqual({
      message: 'A message (messages[0])\u00a0in the request body is invalid',
      details: [{ message: 'must be non-empty text', property: '/body/contents/0/text' }],
    });
    const typo = asMessages(BROKEN_CARDS['an unknown property'] ?? []);
    const types = await refusalOf(session.client.validatePush({ messages: typo }));
    expect(types.body).toEqual({
      message: 'The request body has 1 error(s)',
      details: [
        { message: 'unknown field', property: 'messages[0].contents.body.contents[0].fontSize' },
      ],
    });
  });

  it('refuses fields that no request has, and bodies that are not JSON', async () => {
    const post = (body: string, contentType = 'application/json') =>
      fetch(`${session.line.url}/v2/bot/message/push`, {
        method: 'POST',
        headers: { authorization: 'Bearer test-token', 'content-type': contentType },
        body,
      });
    const unknown = await post(JSON.stringify({ to: USER, messages: [aCard()], urgent: true }));
    expect(unknown.status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(`"${'x'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413);
  });
});
