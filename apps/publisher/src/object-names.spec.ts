import { runIdOf } from '@dossier/contracts';
import { objectNamesOf } from './object-names.ts';

it('gives every version objects of its own and all versions one latest page', () => {
  const runId = runIdOf('event');
  const first = objectNamesOf({ runId, version: 1 });
  const second = objectNamesOf({ runId, version: 2 });
  expect(first).toMatchObject({
    html: `reports/${runId}/v1/report.html`,
    markdown: `reports/${runId}/v1/report.md`,
    latest: `reports/${runId}/latest/report.html`,
    versions: `reports/${runId}/latest/versions.html`,
  });
  expect(second.differencesFrom(1)).toBe(`reports/${runId}/v2/diff-v1.html`);
  expect(second.html).not.toBe(first.html);
  expect(second.latest).toBe(first.latest);
});
