import { runIdOf } from '@dossier/contracts';
import { objectNamesOf } from './object-names.ts';

it('gives every version objects of its own and all versions one latest page', () => {
  const runId = runIdOf('event');
  const first = objectNamesOf({ runId, version: 1 });
  const second = objectNamesOf({ runId, version: 2 });
  expect(first).toEqual({
    html: `reports/${runId}/v1/report.html`,
    markdown: `reports/${runId}/v1/report.md`,
    latest: `reports/${runId}/latest/report.html`,
  });
  expect(second.html).not.toBe(first.html);
  expect(second.latest).toBe(first.latest);
});
