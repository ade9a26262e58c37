import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const OTHER = '綠屋頂能讓室內降溫幾度？';

/** A group in which one person's question runs and another's waits for a choice. */
async function twoAskers(): Promise<{
  chat: Chat;
  pending: NonNullable<Chat['conversation']['pending']>;
}> {
  const chat = new Chat('group');
  await chat.says(QUESTION, { by: 'Ubob' });
  await chat.says(OTHER, { by: 'Ueve', message: 'm2' });
  const { pending } = chat.conversation;
  if (pending === undefined) throw new Error('nothing waits');
  return { chat, pending };
}

describe('a choice in a group', () => {
  it.each(['wait', 'queue', 'cancel-first'] as const)("%s is its asker's alone", async (act) => {
    const { chat, pending } = await twoAskers();
    const { say } = await chat.taps(encodePostback({ act, pending: pending.id }), { by: 'Ubob' });
    expect(say?.kind).toBe('not-owner');
    expect(chat.conversation.pending).toEqual(pending);
  });

  it("cancels nobody else's run", async () => {
    const { chat, pending } = await twoAskers();
    const data = encodePostback({ act: 'cancel-first', pending: pending.id });
    expect((await chat.taps(data, { by: 'Ueve' })).say?.kind).toBe('not-owner');
    expect(chat.version().status).toBe('running');
  });
});

describe('a choice to cancel the first', () => {
  it('leaves the first alone when what was chosen cannot begin', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    chat.ends('done');
    const report = chat.newest.runId;
    await chat.says(OTHER);
    await chat.says('深入第二章', { quoted: report });
    const { id } = chat.conversation.pending!;
    // Its report is gone meanwhile.
    chat.workspaces.delete(report);
    await chat.taps(encodePostback({ act: 'cancel-first', pending: id }));
    expect(chat.version().status).toBe('running');
  });
});

describe('an edit of a question that has not begun', () => {
  it('takes the old words out of the choice', async () => {
    const { chat } = await twoAskers();
    await chat.event({ kind: 'edit', text: undefined }, { by: 'Ueve', message: 'm2' });
    expect(chat.conversation.pending).toBeUndefined();
  });

  it('takes the old words out of the queue', async () => {
    const { chat, pending } = await twoAskers();
    await chat.taps(encodePostback({ act: 'queue', pending: pending.id }), { by: 'Ueve' });
    expect(chat.conversation.queue).toHaveLength(1);
    await chat.event({ kind: 'edit', text: undefined }, { by: 'Ueve', message: 'm2' });
    expect(chat.conversation.queue).toEqual([]);
  });
});

it('a question that was counted when it was queued is not counted again when it begins', async () => {
  const chat = new Chat();
  await chat.says(QUESTION);
  await chat.says(OTHER);
  await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
  expect((await chat.says('取消')).say).toMatchObject({ kind: 'cancelled', next: OTHER });
  expect(chat.begunToday.user).toBe(2);
});
