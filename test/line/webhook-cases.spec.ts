import { startLocalCloud, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { startIngress } from './ingress-only.kit.ts';
import { BODIES } from './webhook-cases/bodies.cases.ts';
import { BUTTONS } from './webhook-cases/buttons.cases.ts';
import { CHOICES } from './webhook-cases/choices.cases.ts';
import { GROUPS } from './webhook-cases/groups.cases.ts';
import { PEOPLE } from './webhook-cases/people.cases.ts';
import { PRIVATE } from './webhook-cases/private.cases.ts';
import { REPEATS } from './webhook-cases/repeats.cases.ts';
import { expectedOutcome, outcomeOf } from './webhook-cases/run-case.kit.ts';
import { TAKEN_BACK } from './webhook-cases/taken-back.cases.ts';
import { TEXTS } from './webhook-cases/texts.cases.ts';
import type { WebhookCase } from './webhook-cases/webhook-case.ts';

const TABLE: Readonly<Record<string, readonly WebhookCase[]>> = {
  'a body': BODIES,
  'a text': TEXTS,
  'in a group': GROUPS,
  'again and out of order': REPEATS,
  'taken back or changed': TAKEN_BACK,
  'people and other events': PEOPLE,
  'a button': BUTTONS,
  'a choice': CHOICES,
  'personal data': PRIVATE,
};

let cloud: LocalCloud;
let ingress: Awaited<ReturnType<typeof startIngress>>;
beforeAll(async () => {
  cloud = await startLocalCloud();
  // Its sweep is too rare to come in between.
  ingress = await startIngress(cloud.settings({ DOSSIER_TIMINGS: 'cloud' }));
  cloud.line.webhookUrl = ingress.webhookUrl;
});
afterAll(async () => {
  await ingress.close();
  await cloud.close();
});

let number = 0;
let begun = 0;
describe.each(Object.entries(TABLE))('%s', (_subject, cases) => {
  it.each(cases.map((row) => [row.title, row] as const))('%s', async (_title, row) => {
    const got = await outcomeOf(cloud, row, (number += 1));
    begun += got.runs.length;
    expect(got).toEqual(expectedOutcome(row, got));
  });
});

describe('all of them', () => {
  it('began no run for anybody else', async () => {
    const all = await cloud.firestore.collection('workspaces').count().get();
    expect(all.data().count).toBe(begun);
  });

  it('showed the loading animation to single people only, as LINE takes it', () => {
    const calls = cloud.line.journal.filter(({ path }) => path === '/v2/bot/chat/loading/start');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ status }) => status !== 202)).toEqual([]);
  });
});
