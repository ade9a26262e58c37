import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMessageSchema } from './message-schema.ts';

describe('the cached message schema', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'line-schema-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made once per SDK version, and made again when the cache is damaged', async () => {
    const made = await loadMessageSchema(folder);
    const [file = ''] = await readdir(folder);
    expect(file).toMatch(/^line-message-schema-\d+\.\d+\.\d+-\d+\.json$/);

    const planted = { definitions: { Message: { type: 'planted' } } };
    await writeFile(join(folder, file), JSON.stringify(planted));
    expect(await loadMessageSchema(folder)).toEqual(planted);

    await writeFile(join(folder, file), '{"definitions": ');
    expect(await loadMessageSchema(folder)).toEqual(made);
    expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toEqual(made);
  }, 120_000);

  it('works without a cache where the folder cannot be written', async () => {
    const file = join(folder, 'not-a-folder');
    await writeFile(file, '');
    const schema = await loadMessageSchema(join(file, 'below'));
    expect(schema.definitions).toHaveProperty('FlexBubble');
  }, 60_000);
});
