import { Firestore } from '@google-cloud/firestore';
import { TIMING_PROFILES } from '@dossier/contracts';
import { WorkspaceStore } from '@dossier/workspace';
import { aDeadLetter } from './dead-letter.builder.ts';
import { DeadLetterStore } from './dead-letter-store.ts';
import type { DeadLetter, DeadLetterState } from './dead-letter.ts';
import { Replayer } from './replayer.ts';

const clock = { now: () => new Date('2026-12-01T00:00:00.000Z'), sleep: () => Promise.resolve() };

/** A record of 90 bytes whose body is gone, and whose state is another one at the second look. */
class WithoutBody extends DeadLetterStore {
  looks = 0;

  constructor(
    firestore: Firestore,
    private readonly later: DeadLetterState,
  ) {
    super(firestore);
  }

  override read(): Promise<DeadLetter> {
    this.looks += 1;
    return Promise.resolve(aDeadLetter({ state: this.looks === 1 ? 'open' : this.later }));
  }

  override readBody(): Promise<Uint8Array> {
    return Promise.resolve(Buffer.alloc(0));
  }
}

function replayerOf(later: DeadLetterState) {
  const firestore = new Firestore({ projectId: 'never-connected' });
  const sent: string[] = [];
  const replayer = new Replayer({
    letters: new WithoutBody(firestore, later),
    workspaces: new WorkspaceStore(firestore, clock),
    publisher: { publish: () => Promise.reject(new Error('no command is published')) },
    messages: { publish: (topic) => Promise.resolve(`m${sent.push(topic)}`) },
    clock,
    ids: { next: () => 'token' },
    timings: TIMING_PROFILES.test,
  });
  return { replayer, sent };
}

describe('a redirection', () => {
  const options = { by: 'ada', reason: 'a look', target: 'lab' };
  const { id } = aDeadLetter();

  it('sends no empty message when a purge takes the body meanwhile', async () => {
    const { replayer, sent } = replayerOf('purged');
    await expect(replayer.replayOne(id, options)).resolves.toEqual({
      ...{ kind: 'skipped', id, reason: 'purged', closed: false },
    });
    expect(sent).toEqual([]);
  });

  it('does not call a body purged that has vanished otherwise', async () => {
    const { replayer, sent } = replayerOf('open');
    await expect(replayer.replayOne(id, options)).rejects.toMatchObject({ code: 'unreadable' });
    expect(sent).toEqual([]);
  });
});
