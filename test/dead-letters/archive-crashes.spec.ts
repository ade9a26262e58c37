import type { Firestore } from '@google-cloud/firestore';
import { DeadLetterArchive, DeadLetterStore } from '@dossier/dead-letters';
import { PubSubCommandPublisher } from '@dossier/messaging';
import { systemClock } from '@dossier/platform';
import { Sweeper, WorkspaceStore } from '@dossier/workspace';
import { ManualClock } from '../support/manual-clock.fake.ts';
import {
  bodyOf,
  givenUp,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
beforeAll(async () => {
  cloud = await startDeadLetters();
});
afterAll(() => cloud.close());

class Died extends Error {}

/** Every call to the outside, in the order in which they are made; the process dies at the n-th. */
class Mortal {
  calls = 0;

  constructor(
    private readonly diesAt: number,
    private readonly moment: 'before' | 'after',
  ) {}

  async call<T>(work: () => Promise<T>): Promise<T> {
    this.calls += 1;
    const dies = this.calls === this.diesAt;
    if (dies && this.moment === 'before') throw new Died();
    const result = await work();
    if (dies) throw new Died();
    return result;
  }
}

/** An archiver whose calls to Firestore and Pub/Sub go through `mortal`. */
function mortalArchive(mortal: Mortal): { archive: DeadLetterArchive; client: Firestore } {
  const client = cloud.newFirestore();
  const run = client.runTransaction.bind(client);
  client.runTransaction = (...call) => mortal.call(() => run(...call));
  const letters = new (class extends DeadLetterStore {
    override has(id: string): Promise<boolean> {
      return mortal.call(() => super.has(id));
    }
    override saveLongBody(id: string, body: Uint8Array): Promise<void> {
      return mortal.call(() => super.saveLongBody(id, body));
    }
  })(client);
  const publisher = new PubSubCommandPublisher(cloud.messages);
  const archive = new DeadLetterArchive({
    letters,
    workspaces: new WorkspaceStore(client, systemClock),
    publisher: { publish: (...call) => mortal.call(() => publisher.publish(...call)) },
    clock: systemClock,
    timings: cloud.timings,
  });
  return { archive, client };
}

/** A sweep as it comes some time later. */
function sweepLater(): Promise<unknown> {
  const later = new Date(Date.now() + 60_000).toISOString();
  return new Sweeper({
    store: cloud.workspaces,
    publisher: cloud.publisher,
    clock: new ManualClock(later),
    timings: cloud.timings,
  }).sweep();
}

describe('an archiver that dies', () => {
  const moments = ['before', 'after'] as const;
  const points = [1, 2].flatMap((call) => moments.map((moment) => [moment, call] as const));

  it.each(points)('%s call %i loses nothing, and the user is told once', async (moment, call) => {
    const key = await cloud.openRun();
    const delivery = givenUp(bodyOf(key, 'plan'));
    const { archive, client } = mortalArchive(new Mortal(call, moment));
    await expect(archive.archive('plan', delivery)).rejects.toBeInstanceOf(Died);
    await client.terminate();

    // Not acked, so it is delivered again, to whoever comes next.
    const { id } = await cloud.archive.archive('plan', delivery);
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ effect: 'marked-failed' });
    await expect(cloud.letters.readAudit(id)).resolves.toHaveLength(1);
    await sweepLater();
    const told = await cloud.noticesFor(key.runId);
    expect(told.map(({ step }) => step)).toContain(0);
    expect(new Set(told.map(({ step }) => step)).size).toBe(1);
    const audit = await cloud.workspaces.readAudit(key.runId);
    expect(audit.filter(({ event }) => event === 'plan.failed')).toHaveLength(1);
  });

  it.each([1, 2, 3].flatMap((call) => moments.map((moment) => [moment, call] as const)))(
    '%s call %i keeps a long body whole',
    async (moment, call) => {
      const body = Buffer.alloc(1_500_000, `${moment}${call}`);
      const delivery = givenUp(body);
      const { archive, client } = mortalArchive(new Mortal(call, moment));
      await expect(archive.archive('write', delivery)).rejects.toBeInstanceOf(Died);
      await client.terminate();
      const { id } = await cloud.archive.archive('write', delivery);
      expect(Buffer.compare(await cloud.letters.readBody(id), body)).toBe(0);
    },
  );
});
