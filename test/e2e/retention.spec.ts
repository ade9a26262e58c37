import { Module } from '@nestjs/common';
import { IngressModule } from '@dossier/ingress';
import { createLogger, createServiceApp, PlatformModule } from '@dossier/platform';
import { eventually } from '../support/eventually.ts';
import { startLocalCloud } from './local-cloud.kit.ts';

const DAY = 24 * 60 * 60 * 1_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

it('the ingress removes what was kept long enough, of every kind, after its first sweep', async () => {
  const cloud = await startLocalCloud();
  const { firestore } = cloud;
  const expiring = ['conversations', 'lineEvents', 'lineMessages', 'dailyUse'];
  for (const collection of expiring) {
    await firestore
      .collection(collection)
      .doc('old')
      .set({ expireAt: fromNow(-DAY) });
    await firestore
      .collection(collection)
      .doc('young')
      .set({ expireAt: fromNow(DAY) });
  }
  await firestore
    .collection('deadLetters')
    .doc('old')
    .set({ receivedAt: fromNow(-32 * DAY) });
  await firestore
    .collection('deadLetterJobs')
    .doc('old')
    .set({ endedAt: fromNow(-32 * DAY) });
  await firestore
    .collection('workspaces')
    .doc('old')
    .set({
      ...{ runId: 'old', createdAt: fromNow(-50 * DAY), requester: {}, version: 1, outbox: {} },
      ...{ fence: 0, auditLength: 0 },
      versions: {
        1: { status: 'done', startedAt: fromNow(-50 * DAY), endedAt: fromNow(-46 * DAY) },
      },
    });
  await firestore.collection('workspaces/old/artifacts').doc('1.plan').set({ content: '{}' });
  const settings = cloud.settings();
  const logger = createLogger('silent', 'ingress');

  @Module({
    imports: [PlatformModule.forRoot({ settings, services: ['ingress'], logger }), IngressModule],
  })
  class IngressAlone {}

  const app = await createServiceApp(IngressAlone, logger);
  await app.listen(0, '127.0.0.1');
  try {
    const all = [
      ...expiring,
      'deadLetters',
      'deadLetterJobs',
      'workspaces',
      'workspaces/old/artifacts',
    ];
    await eventually('everything old is gone', async () => {
      const found = await Promise.all(all.map((name) => firestore.collection(name).get()));
      const left = found.flatMap(({ docs }) => docs.map(({ id }) => id));
      return left.length === expiring.length && left.every((id) => id === 'young');
    });
  } finally {
    await app.close();
    await cloud.close();
  }
});
