import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  leaveCloudEndpoints,
  readCloudEndpoints,
  removeCloudEndpoints,
  type CloudEndpoints,
} from './cloud-endpoints.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cloud-endpoints-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const endpoints: CloudEndpoints = {
  pid: 4711,
  project: 'dossier-local',
  pubsub: '127.0.0.1:1',
  firestore: '127.0.0.1:2',
  storage: 'http://127.0.0.1:3',
  timings: 'local',
};

describe('the addresses in a data folder', () => {
  it('are read as they were left, by their owner only', async () => {
    await leaveCloudEndpoints(folder, endpoints);
    await expect(readCloudEndpoints(folder)).resolves.toEqual(endpoints);
    expect(statSync(join(folder, 'cloud.json')).mode & 0o777).toBe(0o600);
  });

  it('replace those of a process that was killed, and its file mode', async () => {
    writeFileSync(join(folder, 'cloud.json'), '{"pid":1}', { mode: 0o644 });
    await leaveCloudEndpoints(folder, endpoints);
    await expect(readCloudEndpoints(folder)).resolves.toEqual(endpoints);
    expect(statSync(join(folder, 'cloud.json')).mode & 0o777).toBe(0o600);
  });

  it('are gone once taken away, also when nothing was there', async () => {
    await leaveCloudEndpoints(folder, endpoints);
    await removeCloudEndpoints(folder);
    await removeCloudEndpoints(folder);
    await expect(readCloudEndpoints(folder)).resolves.toBeUndefined();
  });

  it.each([
    ['half a file', '{"pid":1,"proj'],
    ['no object', 'null'],
    ['no pid', JSON.stringify({ ...endpoints, pid: 'x' })],
    ['no address', JSON.stringify({ ...endpoints, firestore: undefined })],
    ['unknown timings', JSON.stringify({ ...endpoints, timings: 'toString' })],
  ])('count as absent when the file holds %s', async (_title, text) => {
    writeFileSync(join(folder, 'cloud.json'), text);
    await expect(readCloudEndpoints(folder)).resolves.toBeUndefined();
  });
});
