import { runIdOf, type Workspace } from '@dossier/contracts';
import { eventually } from '../support/eventually.ts';
import { startDayWorld, type DayWorld } from './day/day-world.kit.ts';

const userId = `U${'5'.repeat(32)}`;

let world: DayWorld;
beforeAll(async () => {
  world = await startDayWorld(new Date('2026-11-10T00:00:00.000Z'));
});
afterAll(() => world.close());

/** Somebody asks; the run's id. */
async function ask(question: string): Promise<string> {
  const webhookEventId = `01H${question}`;
  const runId = runIdOf(webhookEventId);
  world.gates.plan({ runId, version: 1 }, { holdAt: 'plan', fails: false });
  await world.line.sendText({ userId }, question, { event: { webhookEventId } });
  return runId;
}

function versionsOf(runId: string, count: number, told: string): Promise<Workspace> {
  return eventually(`${count} versions of ${runId}, the newest ${told}`, async () => {
    const snapshot = await world.firestore.doc(`workspaces/${runId}`).get();
    // Only WorkspaceStore writes these documents.
    const workspace = snapshot.data() as Workspace | undefined;
    const newest = workspace?.versions[String(workspace.version)];
    return workspace?.version === count && newest?.told?.status === told && workspace;
  });
}

it('a card that was handed over speaks of its own version, whatever else the same reply says', async () => {
  const { line, gates } = world;
  const first = await ask('地熱發電的成本是什麼？');
  await line.unfollow(userId);
  gates.release({ runId: first, version: 1 });
  await versionsOf(first, 1, 'undelivered');
  line.audience.blocked.delete(userId);
  const second = await ask('綠屋頂能讓室內降溫幾度？');
  await versionsOf(first, 1, 'handed-over');
  gates.release({ runId: second, version: 1 });
  await versionsOf(second, 1, 'sent');

  const reply = line.delivered.filter(({ kind }) => kind === 'reply').at(-1);
  expect(reply?.messages.length).toBeGreaterThan(1);
  gates.plan({ runId: first, version: 2 }, { fails: false });
  const [card] = reply?.sentIds ?? [];
  await line.sendText({ userId }, '深入第二章', { message: { quotedMessageId: String(card) } });
  await versionsOf(first, 2, 'sent');
});
