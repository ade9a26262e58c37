import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

/** A conversation with a finished report, which has the chapters 2 and 3. */
async function afterReport(): Promise<Chat> {
  const chat = new Chat();
  await chat.says('地熱發電的成本與風險是什麼？');
  chat.ends('done');
  return chat;
}

describe('a follow-up on one chapter', () => {
  it('keeps the chapter while it asks for the language of more sources', async () => {
    const chat = await afterReport();
    const { say } = await chat.says('第三章補來源');
    expect(say).toMatchObject({ kind: 'choose-language', chapter: 3 });
    const run = { runId: chat.newest.runId, version: 1 };
    await chat.taps(encodePostback({ act: 'add-sources', run, chapter: 3, language: 'en' }));
    const { request } = chat.version();
    expect(request).toMatchObject({ kind: 'add-sources', chapter: 3, languages: ['en'] });
  });

  it.each([
    ['深入第九章', undefined],
    ['改寫第九章', 'rewrite'],
    ['第九章補來源', 'add-sources'],
    ['第九章補英文來源', 'add-sources'],
  ])('that is not there answers %s with the list, and what was wished', async (text, wish) => {
    const chat = await afterReport();
    const { say, changes } = await chat.says(text);
    expect(say).toMatchObject({ kind: 'choose-chapter', missing: 9, chapters: chat.chapters });
    expect(say?.kind === 'choose-chapter' && say.wish).toBe(wish);
    expect(changes).toBeUndefined();
  });
});

describe('two follow-ups at once', () => {
  it('offer the second the choice; it waits, and goes on from the first', async () => {
    const chat = await afterReport();
    await chat.says('深入第二章');
    const { say } = await chat.says('補日文來源');
    expect(say).toMatchObject({ kind: 'busy', asked: '補充日文來源', mayCancel: true });
    expect(chat.newest.version).toBe(2);
    const pending = say?.kind === 'busy' ? say.pending : chat.newest.runId;
    expect((await chat.taps(encodePostback({ act: 'queue', pending }))).say?.kind).toBe('queued');
    chat.ends('done');
    chat.sweeps();
    expect(chat.newest.version).toBe(3);
    expect(chat.version().request).toMatchObject({ kind: 'add-sources', baseVersion: 2 });
  });

  it('let the second take the place of the first', async () => {
    const chat = await afterReport();
    await chat.says('深入第二章');
    const { say } = await chat.says('補日文來源');
    const pending = say?.kind === 'busy' ? say.pending : chat.newest.runId;
    await chat.taps(encodePostback({ act: 'cancel-first', pending }));
    expect(chat.newest.versions['2']?.status).toBe('cancelled');
    expect(chat.version().request).toMatchObject({ kind: 'add-sources', baseVersion: 1 });
  });
});
