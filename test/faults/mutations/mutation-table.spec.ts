import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from './mutation-table.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the mutations', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'have one place in the product: %s',
    (_name, { file, find, replace }) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      expect(source.split(find)).toHaveLength(2);
      expect(replace).not.toBe(find);
    },
  );

  it('are told apart by their names', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
