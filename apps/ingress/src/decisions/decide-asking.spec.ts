import { encodePostback } from '@dossier/line';
import { Chat } from './chat.builder.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const OTHER = '綠屋頂能讓室內降溫幾度？';

/** A conversation with a finished report. */
async function afterReport(place: 'user' | 'group' = 'user', by?: string): Promise<Chat> {
  const chat = new Chat(place);
  await chat.says(QUESTION, by === undefined ? {} : { by });
  chat.ends('done');
  return chat;
}

describe('a question', () => {
  it('begins a run, which is current from then on', async () => {
    const chat = new Chat();
    const { say, commands } = await chat.says(QUESTION);
    expect(say).toMatchObject({ kind: 'accepted', question: QUESTION });
    expect(commands).toMatchObject([{ stage: 'plan', version: 1 }]);
    expect(chat.conversation.currentRunId).toBe(chat.newest.runId);
  });

  it('while another is researched leaves the choice to its asker, and begins nothing', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    const { say, changes } = await chat.says(OTHER);
    expect(say).toMatchObject({ kind: 'busy', running: QUESTION, asked: OTHER, mayCancel: true });
    expect(changes).toBeUndefined();
    expect(chat.workspaces.size).toBe(1);
  });

  it.each(['wait', 'queue', 'cancel-first'] as const)(
    'is answered by the choice %s',
    async (act) => {
      const chat = new Chat();
      await chat.says(QUESTION);
      const first = chat.newest.runId;
      await chat.says(OTHER);
      const pending = chat.conversation.pending!.id;
      const { say } = await chat.taps(encodePostback({ act, pending }));
      const kinds = { wait: 'not-queued', queue: 'queued', 'cancel-first': 'accepted' };
      expect(say?.kind).toBe(kinds[act]);
      expect(chat.version(first).status).toBe(act === 'cancel-first' ? 'cancelled' : 'running');
      expect(chat.conversation.pending).toBeUndefined();
      expect(chat.conversation.queue).toHaveLength(act === 'queue' ? 1 : 0);
      // The same button once more finds nothing that waits.
      expect((await chat.taps(encodePostback({ act, pending }))).say?.kind).toBe('button-invalid');
    },
  );

  it('in the queue begins once the first has ended, and not before', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.says(OTHER);
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    expect(chat.sweeps().commands).toBeUndefined();
    chat.ends('done');
    expect(chat.sweeps().commands).toMatchObject([{ stage: 'plan', version: 1 }]);
    expect(chat.version().request.question).toBe(OTHER);
    expect(chat.conversation.queue).toEqual([]);
  });

  it('comes after those in the queue, of which three find room', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.says(OTHER);
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    chat.ends('done');
    expect((await chat.says('第二個問題是什麼？')).say).toMatchObject({ kind: 'queued', place: 2 });
    expect((await chat.says('第三個問題是什麼？')).say).toMatchObject({ kind: 'queued', place: 3 });
    expect((await chat.says('第四個問題是什麼？')).say).toMatchObject({ kind: 'queue-full' });
  });

  it('waits a day for its choice, and no longer', async () => {
    const chat = new Chat();
    await chat.says('那個呢');
    const data = encodePostback({ act: 'research', pending: chat.conversation.pending!.id });
    chat.now = new Date(chat.now.getTime() + 25 * 3_600_000);
    expect((await chat.taps(data)).say?.kind).toBe('button-invalid');
  });

  it('that is unclear is asked back, and begins when its asker says so', async () => {
    const chat = new Chat();
    expect((await chat.says('那個呢')).say).toMatchObject({ kind: 'unclear', hasReport: false });
    const data = encodePostback({ act: 'research', pending: chat.conversation.pending!.id });
    expect((await chat.taps(data)).say).toMatchObject({ kind: 'accepted', question: '那個呢' });
  });
});

describe('limits', () => {
  it('refuse politely once the day is used up, and count what is queued, too', async () => {
    const chat = new Chat();
    chat.limits = { perUser: 2 };
    await chat.says(QUESTION);
    await chat.says(OTHER);
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    const { say } = await chat.says('第三個問題是什麼？');
    expect(say).toMatchObject({ kind: 'limit-reached', who: 'user', limit: 2 });
    chat.ends('done');
    expect(chat.sweeps().commands).toHaveLength(1);
  });

  it('do not count publishing anew: it asks no model', async () => {
    const chat = await afterReport();
    chat.limits = { perUser: 1 };
    expect((await chat.says('重新發布')).say?.kind).toBe('follow-up-accepted');
    expect(chat.begunToday.user).toBe(1);
  });

  it('let publishing anew take the place of what is under way, too', async () => {
    const chat = await afterReport();
    const { runId } = chat.newest;
    await chat.says(OTHER);
    await chat.says('重新發布', { quoted: runId });
    chat.limits = { perUser: 1 };
    const data = encodePostback({ act: 'cancel-first', pending: chat.conversation.pending!.id });
    expect((await chat.taps(data)).say?.kind).toBe('follow-up-accepted');
  });

  it('refuse nobody who edits what was never said to the bot', async () => {
    const chat = new Chat('group');
    chat.limits = { allowed: ['Usomebody'] };
    const edit = (text: string | undefined) => chat.event({ kind: 'edit', text }, { by: 'Ubob' });
    expect(await edit(undefined)).toEqual({});
    expect((await edit(QUESTION)).say).toEqual({ kind: 'not-allowed' });
  });

  it('let only those on the list speak, where there is one', async () => {
    const chat = new Chat();
    chat.limits = { allowed: ['Usomebody'] };
    expect((await chat.says(QUESTION)).say).toEqual({ kind: 'not-allowed' });
    chat.limits = { allowed: ['Uann'] };
    expect((await chat.says(QUESTION)).say?.kind).toBe('accepted');
  });
});

describe('a follow-up', () => {
  it('begins version 2 of the current run, with the chapter and the languages', async () => {
    const chat = await afterReport();
    const { say, commands } = await chat.says('深入第二章，補充日文來源');
    expect(say).toMatchObject({ kind: 'follow-up-accepted', heading: '現況', run: { version: 2 } });
    expect(commands).toMatchObject([{ version: 2 }]);
    expect(chat.version().request).toMatchObject({
      kind: 'deepen',
      chapter: 2,
      languages: ['ja'],
      baseVersion: 1,
      question: QUESTION,
    });
  });

  it('of a chapter that is not there lists those that are, and changes nothing', async () => {
    const chat = await afterReport();
    const { say } = await chat.says('深入第九章');
    expect(say).toMatchObject({ kind: 'choose-chapter', missing: 9, chapters: chat.chapters });
    expect(chat.newest.version).toBe(1);
  });

  it('without a report says so; of a run under way, that it is', async () => {
    const chat = new Chat();
    expect((await chat.says('深入第二章')).say).toEqual({ kind: 'no-run' });
    await chat.says(QUESTION);
    expect((await chat.says('深入第二章')).say?.kind).toBe('still-running');
    chat.ends('failed');
    expect((await chat.says('深入第二章')).say?.kind).toBe('no-report');
  });

  it('goes on from the quoted card, whatever is current', async () => {
    const chat = await afterReport();
    const first = chat.newest.runId;
    await chat.says(OTHER);
    chat.ends('done');
    await chat.says('深入第二章', { quoted: first });
    expect(chat.workspaces.get(first)?.version).toBe(2);
  });
});

describe('in a group', () => {
  it.each(['取消', '重新發布', '深入第二章', '再試一次'])(
    'only the asker may say %s',
    async (words) => {
      const chat = await afterReport('group', 'Ubob');
      if (words === '取消') await chat.says(OTHER, { by: 'Ubob' });
      expect((await chat.says(words, { by: 'Ueve' })).say).toEqual({ kind: 'not-owner' });
      expect((await chat.says(words)).say).toEqual({ kind: 'not-owner' });
    },
  );

  it('everybody may look', async () => {
    const chat = await afterReport('group', 'Ubob');
    expect((await chat.says('連結', { by: 'Ueve' })).say?.kind).toBe('tell-report');
    expect((await chat.says('進度', { by: 'Ueve' })).say?.kind).toBe('tell-status');
  });
});

describe('a button', () => {
  it('of another conversation tells nothing about the run that it names', async () => {
    const theirs = await afterReport('group', 'Ubob');
    const mine = new Chat();
    mine.workspaces = theirs.workspaces;
    const run = { runId: theirs.newest.runId, version: 1 };
    for (const act of ['status', 'link', 'versions', 'cancel', 'select', 'republish'] as const) {
      expect((await mine.taps(encodePostback({ act, run }))).say).toEqual({
        kind: 'button-invalid',
      });
    }
  });

  it('that nobody made is refused in words', async () => {
    const { say, changes } = await new Chat().taps(
      'act=approve&run=../../etc&ver=-1&gate=<script>',
    );
    expect(say).toEqual({ kind: 'button-invalid' });
    expect(changes).toBeUndefined();
  });

  it('makes an older run the current one', async () => {
    const chat = await afterReport();
    const run = { runId: chat.newest.runId, version: 1 };
    await chat.says(OTHER);
    chat.ends('done');
    expect((await chat.taps(encodePostback({ act: 'select', run }))).say?.kind).toBe('selected');
    expect(chat.conversation.currentRunId).toBe(run.runId);
  });
});

describe('commands', () => {
  it('cancel what is under way, and begin what waits behind it', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    const first = chat.newest.runId;
    await chat.says(OTHER);
    await chat.taps(encodePostback({ act: 'queue', pending: chat.conversation.pending!.id }));
    const { say, commands } = await chat.says('取消');
    expect(say).toEqual({ kind: 'cancelled', question: QUESTION, next: OTHER });
    expect(chat.version(first).status).toBe('cancelled');
    expect(commands).toMatchObject([{ stage: 'plan' }]);
  });

  it('take a failed run up again where it failed, without another run', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    chat.ends('failed');
    const { say, commands } = await chat.says('再試一次');
    expect(say).toMatchObject({ kind: 'retrying', stage: 'search' });
    expect(commands).toMatchObject([{ stage: 'search', version: 1 }]);
    expect(chat.version().status).toBe('running');
  });

  it.each(['daily-quota', 'over-daily-budget'])(
    'let a run that waits for another day (%s) go on where it stopped',
    async (reason) => {
      const chat = new Chat();
      await chat.says(QUESTION);
      chat.waitsFor(reason);
      const { say, commands } = await chat.says('再試一次');
      expect(say).toMatchObject({ kind: 'retrying', stage: 'search' });
      expect(commands).toMatchObject([{ stage: 'search', version: 1 }]);
      expect(chat.version().stages.search?.status).toBe('waiting');
    },
  );

  it('let nobody but an operator decide on a run that costs too much', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    chat.waitsFor('over-budget');
    const { say, commands } = await chat.says('再試一次');
    expect(say?.kind).toBe('still-running');
    expect(commands).toBeUndefined();
    expect(chat.version().stages.search?.status).toBe('needs_human');
  });

  it('leave the current report when the topic changes, while what runs goes on', async () => {
    const chat = new Chat();
    await chat.says(QUESTION);
    await chat.says('換題目');
    expect(chat.conversation.currentRunId).toBeUndefined();
    expect(chat.version().status).toBe('running');
    // A second question still finds the first under way.
    expect((await chat.says(OTHER)).say?.kind).toBe('busy');
  });

  it.each([
    ['說明', 'help'],
    ['你好', 'greeting'],
    ['新研究', 'ask-question'],
    ['我的報告', 'no-run'],
  ])('answer %s without beginning anything', async (words, kind) => {
    const chat = new Chat();
    expect((await chat.says(words)).say?.kind).toBe(kind);
    expect(chat.workspaces.size).toBe(0);
  });
});
