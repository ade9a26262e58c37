import { FaultCloud } from '../fault-cloud.kit.ts';
import { brokenInvariants } from '../invariants.ts';
import { startPaidServices } from '../paid-services.kit.ts';
import { ProxiedServices } from './proxied-services.kit.ts';

it('a run whose services reach their cloud through proxies is the same as one without', async () => {
  const cloud = await FaultCloud.start();
  const lane = cloud.lane('direct');
  const direct = await startPaidServices(lane.environment, cloud.provider.url);
  const proxied = await ProxiedServices.start(cloud, 'proxied');
  try {
    const run = cloud.nextRun();
    await lane.ask(run, () => direct.url);
    await lane.endOf(run);
    const [expected, seen] = [await lane.observe(run), await proxied.undisturbedRun()];
    expect(brokenInvariants(seen, expected, { lostAttempts: 0, callsAtOnce: 4 })).toEqual([]);
    expect(proxied.pubsub.calls['Publish']).toBe(5);
    expect(proxied.firestore.calls['Commit']).toBeGreaterThanOrEqual(15);
  } finally {
    await proxied.close();
    await direct.close();
    await lane.close();
    await cloud.close();
  }
});
