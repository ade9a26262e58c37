import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

/** A conversation with a finished report, whose provider can read wishes in words. */
async function afterReport(readsWishes = true): Promise<Chat> {
  const chat = new Chat();
  chat.readsWishes = readsWishes;
  await chat.says('地熱發電的成本與風險是什麼？');
  chat.ends('done');
  return chat;
}

describe('a wish about the report that no rule understands', () => {
  it('begins a version that finds out what is meant, where the provider can', async () => {
    const chat = await afterReport();
    const { say } = await chat.says('第三章有點空');
    expect(say).toMatchObject({ kind: 'follow-up-accepted', wish: { kind: 'in-words' } });
    expect(chat.version().request).toMatchObject({
      ...{ kind: 'in-words', instruction: '第三章有點空', baseVersion: 1 },
      question: '地熱發電的成本與風險是什麼？',
    });
  });

  it('is asked back about where the provider cannot', async () => {
    const chat = await afterReport(false);
    expect((await chat.says('第三章有點空')).say?.kind).toBe('unclear');
    expect(chat.newest.version).toBe(1);
  });

  it('is asked back about while there is no report', async () => {
    const chat = new Chat();
    chat.readsWishes = true;
    expect((await chat.says('第三章有點空')).say?.kind).toBe('unclear');
  });

  it('is of the report whose card is quoted', async () => {
    const chat = await afterReport();
    const first = chat.newest.runId;
    await chat.says('綠屋頂能讓室內降溫幾度？');
    chat.ends('done');
    await chat.says('語氣太硬', { quoted: first });
    expect(chat.workspaces.get(first)?.version).toBe(2);
  });

  it('does not take a bare answer to what the bot asked back for a new wish', async () => {
    const chat = await afterReport();
    await chat.says('深入');
    await chat.says('第三章');
    expect(chat.version().request).toMatchObject({ kind: 'deepen', chapter: 3 });
  });
});

describe('a report that cannot be gone on from', () => {
  it('is told as soon as its chapters cannot be read, and nothing begins', async () => {
    const chat = await afterReport();
    chat.chapters = undefined;
    const { say, changes } = await chat.says('深入第二章');
    expect(say).toMatchObject({ kind: 'base-unreadable', run: { version: 1 } });
    expect(changes).toBeUndefined();
  });

  it('has a button that asks its question anew', async () => {
    const chat = await afterReport();
    const old = chat.newest.runId;
    const run = { runId: old, version: 1 };
    const { say } = await chat.taps(encodePostback({ act: 'ask-again', run }));
    expect(say).toMatchObject({ kind: 'accepted', question: '地熱發電的成本與風險是什麼？' });
    expect(chat.newest.runId).not.toBe(old);
    expect(chat.version().request.kind).toBe('new');
  });

  it('has one that does nothing in another conversation', async () => {
    const chat = await afterReport();
    const run = { runId: chat.newest.runId, version: 1 };
    const other = new Chat('group');
    other.workspaces = chat.workspaces;
    const { say } = await other.taps(encodePostback({ act: 'ask-again', run }), { by: 'Ubob' });
    expect(say).toEqual({ kind: 'button-invalid' });
  });
});
