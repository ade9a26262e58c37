import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const OTHER = '綠屋頂能讓室內降溫幾度？';

describe('a message that is taken back', () => {
  it('stops what is still being planned, and its words are gone', async () => {
    const chat = new Chat();
    await chat.says(QUESTION, { message: 'm1' });
    const { say } = await chat.event({ kind: 'unsend' }, { message: 'm1' });
    expect(say).toBeUndefined();
    expect(chat.version().status).toBe('cancelled');
    expect(JSON.stringify([...chat.workspaces.values()])).not.toContain('地熱');
  });

  it('does not stop what is planned already, but its words are gone from the request', async () => {
    const chat = new Chat();
    await chat.says(QUESTION, { message: 'm1' });
    chat.reaches('plan');
    await chat.event({ kind: 'unsend' }, { message: 'm1' });
    expect(chat.version()).toMatchObject({ status: 'running' });
    expect(JSON.stringify([...chat.workspaces.values()])).not.toContain('地熱');
  });

  it('leaves the queue', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.says(OTHER, { message: 'm2' });
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    await chat.event({ kind: 'unsend' }, { message: 'm2' });
    expect(chat.conversation.queue).toEqual([]);
    expect(JSON.stringify(chat.conversation)).not.toContain('綠屋頂');
  });
});

describe('the first message of a run that is taken back', () => {
  it('takes its words out of the follow-ups that wait, too', async () => {
    const chat = new Chat();
    await chat.says(QUESTION, { message: 'm1' });
    chat.ends('done');
    const report = chat.newest.runId;
    await chat.says(OTHER);
    await chat.says('深入第二章', { quoted: report });
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    await chat.event({ kind: 'unsend' }, { message: 'm1' });
    expect(JSON.stringify(chat.conversation)).not.toContain('地熱');
    chat.ends('done');
    chat.sweeps();
    expect(JSON.stringify([...chat.workspaces.values()])).not.toContain('地熱');
  });
});

describe('an edited message', () => {
  it('replaces what is still being planned', async () => {
    const chat = new Chat('group');
    await chat.says(QUESTION, { message: 'm1', by: 'Ubob' });
    const first = chat.newest.runId;
    const { say } = await chat.event({ kind: 'edit', text: OTHER }, { message: 'm1', by: 'Ubob' });
    expect(chat.version(first).status).toBe('cancelled');
    expect(say).toMatchObject({ kind: 'accepted', question: OTHER });
  });

  it('comes too late once it is planned', async () => {
    const chat = new Chat('group');
    await chat.says(QUESTION, { message: 'm1', by: 'Ubob' });
    chat.reaches('plan');
    const decision = await chat.event({ kind: 'edit', text: OTHER }, { message: 'm1', by: 'Ubob' });
    expect(decision).toEqual({});
  });
});

describe('whether the bot is welcome', () => {
  it('is known to the runs under way: nothing is pushed to who blocked it', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.event({ kind: 'farewell' });
    expect(chat.newest.unreachableSince).toBeDefined();
    const { say } = await chat.event({ kind: 'welcome' });
    expect(say).toMatchObject({ kind: 'welcome', group: false });
    expect(chat.newest.unreachableSince).toBeUndefined();
  });

  it('ends what waits', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.says(OTHER);
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    await chat.event({ kind: 'farewell' });
    expect(chat.conversation.queue).toEqual([]);
  });
});
