import { Chat } from './chat.builder.ts';

/** A conversation with a finished report, which has the chapters 2 and 3. */
async function afterReport(): Promise<Chat> {
  const chat = new Chat();
  await chat.says('地熱發電的成本與風險是什麼？');
  chat.ends('done');
  return chat;
}

describe('what the bot asks back about', () => {
  it('is answered by a bare chapter', async () => {
    const chat = await afterReport();
    expect((await chat.says('再深入一點')).say?.kind).toBe('choose-chapter');
    const { say } = await chat.says('第二章');
    expect(say).toMatchObject({ kind: 'follow-up-accepted', wish: { kind: 'deepen', chapter: 2 } });
    expect(chat.conversation.askedBack).toBeUndefined();
  });

  it('is answered by a bare language, for the chapter that was named before', async () => {
    const chat = await afterReport();
    expect((await chat.says('第三章補來源')).say?.kind).toBe('choose-language');
    const { say } = await chat.says('日文');
    const wish = { kind: 'add-sources', chapter: 3, languages: ['ja'] };
    expect(say).toMatchObject({ kind: 'follow-up-accepted', wish });
  });

  it('may be answered wrongly, and then rightly', async () => {
    const chat = await afterReport();
    await chat.says('深入第九章');
    expect((await chat.says('第八章')).say).toMatchObject({ kind: 'choose-chapter', missing: 8 });
    expect((await chat.says('3')).say).toMatchObject({
      kind: 'follow-up-accepted',
      heading: '成本',
    });
  });

  it('is over an hour later, and without having asked such words stay unclear', async () => {
    const chat = await afterReport();
    expect((await chat.says('第二章')).say?.kind).toBe('unclear');
    await chat.says('再深入一點');
    chat.now = new Date(chat.now.getTime() + 61 * 60_000);
    expect((await chat.says('第二章')).say?.kind).toBe('unclear');
  });
});
