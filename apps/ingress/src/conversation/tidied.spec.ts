import { TIMING_PROFILES } from '@dossier/contracts';
import { decideCancel } from '@dossier/workspace';
import { Chat } from '../decisions/chat.builder.ts';
import { tidied } from './tidied.ts';

const QUESTION = '地熱發電的成本是什麼？';

async function askedChat(): Promise<Chat> {
  const chat = new Chat();
  await chat.says(QUESTION);
  return chat;
}

describe('the open runs of a conversation', () => {
  it('are left when they ended and were told of', async () => {
    const chat = await askedChat();
    expect(tidied(chat.conversation, chat.workspaces)).toBe(chat.conversation);
    chat.ends('done');
    expect(tidied(chat.conversation, chat.workspaces).openRunIds).toEqual([]);
  });

  it('are left when they ended before it was kept how they were told of', async () => {
    const chat = await askedChat();
    chat.ends('done');
    const { runId, versions, version } = chat.newest;
    const { told: _unknown, ...state } = versions[String(version)]!;
    const old = { ...chat.newest, versions: { [String(version)]: state } };
    expect(tidied(chat.conversation, new Map([[runId, old]])).openRunIds).toEqual([]);
  });

  it('stay while the notice of their end is on its way', async () => {
    const chat = await askedChat();
    chat.ends('failed');
    const { runId, versions, version } = chat.newest;
    const { told: _soon, ...state } = versions[String(version)]!;
    const stages = {
      ...state.stages,
      notify: { ...state.stages.plan!, status: 'running' as const },
    };
    const telling = { ...chat.newest, versions: { [String(version)]: { ...state, stages } } };
    expect(tidied(chat.conversation, new Map([[runId, telling]]))).toBe(chat.conversation);
  });

  it("stay while an operator's cancel is to be told; a requester's own is known already", async () => {
    const chat = await askedChat();
    const { newest } = chat;
    const key = { runId: newest.runId, version: 1 };
    const cancel = (tell: boolean) =>
      decideCancel(newest, { key, by: 'ops', cause: 'test', tell }, chat.now, TIMING_PROFILES.test);
    const after = (tell: boolean) =>
      tidied(chat.conversation, new Map([[newest.runId, cancel(tell).workspace!]])).openRunIds;
    expect(after(true)).toEqual([newest.runId]);
    expect(after(false)).toEqual([]);
  });

  it('stay while their end could not be pushed', async () => {
    const chat = await askedChat();
    chat.ends('done', 'undelivered');
    expect(tidied(chat.conversation, chat.workspaces)).toBe(chat.conversation);
  });

  it('stay while an answer hands their end over: LINE may refuse the answer', async () => {
    const chat = await askedChat();
    const { runId } = chat.newest;
    chat.ends('done');
    expect(tidied(chat.conversation, chat.workspaces, [runId])).toBe(chat.conversation);
  });
});
