import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

const QUESTION = '地熱發電的成本是什麼？';
const OTHER = '綠屋頂能讓室內降溫幾度？';

async function withReport(place: 'user' | 'group' = 'user'): Promise<Chat> {
  const chat = new Chat(place);
  await chat.says(QUESTION, { by: 'Ubob' });
  chat.ends('done');
  return chat;
}

/** Puts what was asked last into the queue. */
async function queues(chat: Chat): Promise<void> {
  const { pending } = chat.conversation;
  if (pending === undefined) throw new Error('nothing waits for a choice');
  await chat.taps(encodePostback({ act: 'queue', pending: pending.id }));
}

/** Another question is under way, and two wishes about the report wait behind it. */
async function withTwoWishesQueued(): Promise<Chat> {
  const chat = await withReport();
  const report = chat.newest;
  await chat.says(OTHER);
  for (const words of ['深入第二章', '深入第三章']) {
    await chat.taps(
      encodePostback({ act: 'select', run: { runId: report.runId, version: report.version } }),
    );
    await chat.says(words);
    if (chat.conversation.pending !== undefined) await queues(chat);
  }
  expect(chat.conversation.queue).toHaveLength(2);
  return chat;
}

describe('a version that begins', () => {
  it('may be pushed again after its person blocked the bot for a while', async () => {
    const chat = await withReport();
    await chat.event({ kind: 'farewell' });
    await chat.event({ kind: 'welcome' });
    await chat.says('深入第二章');
    expect(chat.newest.version).toBe(2);
    expect(chat.newest.unreachableSince).toBeUndefined();
  });

  it('is not pushed when its question comes after the news that the bot was blocked', async () => {
    const chat = new Chat();
    await chat.event({ kind: 'farewell' });
    await chat.says(QUESTION);
    expect(chat.newest.unreachableSince).toBeDefined();
  });
});

describe('two wishes about one report in the queue', () => {
  it('begin one after the other when the first is cancelled', async () => {
    const chat = await withTwoWishesQueued();
    await chat.says('取消');
    expect(chat.conversation.queue).toHaveLength(1);
    await chat.says('取消');
    expect(chat.conversation.queue).toEqual([]);
    const [report] = chat.workspaces.values();
    expect(Object.values(report?.versions ?? {}).map(({ status }) => status)).toEqual([
      ...['done', 'cancelled', 'running'],
    ]);
  });

  it('wait while the failure of the first is still being told', async () => {
    const chat = await withTwoWishesQueued();
    await chat.says('取消');
    const [report] = chat.workspaces.values();
    if (report === undefined) throw new Error('no report');
    const second = report.versions['2'];
    if (second === undefined) throw new Error('no second version');
    const at = chat.now.toISOString();
    chat.workspaces.set(report.runId, {
      ...report,
      versions: { ...report.versions, '2': { ...second, status: 'failed', endedAt: at } },
      outbox: { '2.notify.0': { stage: 'notify', version: 2, step: 0, dueSince: at, repeats: 0 } },
    });
    expect(chat.sweeps().began).toBeUndefined();
    expect(chat.conversation.queue).toHaveLength(1);
  });
});

it('an edited wish about a report takes the place of the first one', async () => {
  const chat = await withReport('group');
  const wish = { message: 'm1', by: 'Ubob' };
  await chat.says('深入第二章', wish);
  const { say } = await chat.event({ kind: 'edit', text: '深入第三章' }, wish);
  expect(say).toMatchObject({ kind: 'follow-up-accepted', run: { version: 3 } });
  expect(chat.newest.versions).toMatchObject({
    '2': { status: 'cancelled' },
    '3': { status: 'running', request: { chapter: 3 } },
  });
});
