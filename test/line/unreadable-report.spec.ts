import { runIdOf, type Workspace } from '@dossier/contracts';
import { eventually } from '../support/eventually.ts';
import { startDayWorld, type DayWorld } from './day/day-world.kit.ts';

const userId = `U${'6'.repeat(32)}`;

let world: DayWorld;
beforeAll(async () => {
  world = await startDayWorld(new Date('2026-11-10T00:00:00.000Z'));
});
afterAll(() => world.close());

it('an end that waits goes on waiting when the answer to the event that was to tell it cannot be made', async () => {
  const { line, gates, firestore } = world;
  const runId = runIdOf('01HUNREADABLE');
  gates.plan({ runId, version: 1 }, { holdAt: 'plan', fails: false });
  const event = { webhookEventId: '01HUNREADABLE' };
  await line.sendText({ userId }, '地熱發電的成本是什麼？', { event });
  await line.unfollow(userId);
  gates.release({ runId, version: 1 });
  const run = firestore.doc(`workspaces/${runId}`);
  const told = async (): Promise<string | undefined> =>
    // Only WorkspaceStore writes these documents.
    ((await run.get()).data() as Workspace | undefined)?.versions['1']?.told?.status;
  await eventually('an end that waits', async () => (await told()) === 'undelivered');
  line.audience.blocked.delete(userId);

  await run.collection('artifacts').doc('1.publication').set({ spoiled: true });
  await line.sendText({ userId }, '連結');
  const events = await eventually('the end taken back', async () => {
    const { docs } = await run.collection('audit').get();
    const names = docs.map((entry) => String(entry.get('event')));
    return names.includes('notice.undelivered') && names;
  });
  expect(events).toContain('notice.handed-over');
  expect(await told()).toBe('undelivered');
});
