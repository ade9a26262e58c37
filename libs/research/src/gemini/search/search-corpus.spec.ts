import { Retryable } from '@dossier/contracts';
import type { ProseCall } from '../gateway/model-gateway.ts';
import { aBase, find, say, searchOwn, unknownCall } from './own-sources.builder.ts';

describe("a search of the operator's documents", () => {
  it('lets the model search and choose, and quotes literally', async () => {
    const { findings, calls } = await searchOwn([find('綠屋頂 降溫'), say('E1')]);
    expect(findings).toEqual({
      groupId: 'g1',
      sources: [
        expect.objectContaining({
          location: { kind: 'file', path: 'roof.md' },
          extracts: [
            expect.objectContaining({ text: '綠屋頂讓室內降溫 3 度。', heading: '綠屋頂' }),
          ],
        }),
      ],
    });
    expect(findings.sources[0]?.extracts[0]).not.toHaveProperty('wording');
    expect(calls.map(({ step }) => step)).toEqual(['search.g1.1', 'search.g1.2']);
  });

  it("never mixes our functions with the provider's tools", async () => {
    const { calls } = await searchOwn([find('綠屋頂'), say('NONE')]);
    for (const call of calls) {
      expect(call.functions?.map(({ name }) => name)).toEqual(['local-corpus-search']);
      expect(call).not.toHaveProperty('serverTools');
    }
  });

  it('shows the model excerpts with ids and titles, and no paths', async () => {
    let shown = '';
    const answer = (call: ProseCall) => {
      shown = JSON.stringify(call.history);
      return say('E1');
    };
    await searchOwn([find('綠屋頂 降溫'), answer]);
    expect(shown).toContain('"id":"E1"');
    expect(shown).toContain('綠屋頂讓室內降溫 3 度。');
    expect(shown).not.toContain('roof.md');
  });

  it.each(['E99', 'S1-1', 'NONE', '綠屋頂讓室內降溫 30 度。', ''])(
    'lets the model cite nothing that was not found, and then searches by itself: %s',
    async (text) => {
      const { texts } = await searchOwn([find('綠屋頂 造價'), text === '' ? say(' ') : say(text)]);
      expect(texts).toContain('綠屋頂讓室內降溫 3 度。');
      expect(texts.join()).not.toContain('30 度');
    },
  );

  it('searches by itself when the model answers without searching', async () => {
    const { texts, findings } = await searchOwn([say('綠屋頂能降溫 10 度。')]);
    expect(texts).toContain('綠屋頂讓室內降溫 3 度。');
    expect(findings).not.toHaveProperty('problems');
  });

  it('searches by itself after two answers with refused calls', async () => {
    const { texts, findings, calls } = await searchOwn([unknownCall, unknownCall]);
    expect(calls).toHaveLength(2);
    expect(texts).toContain('綠屋頂讓室內降溫 3 度。');
    expect(findings.problems).toEqual([{ reason: 'tool-refused', count: 2 }]);
  });

  it('goes on after one refused call', async () => {
    const { texts, findings } = await searchOwn([unknownCall, find('綠屋頂 造價'), say('E1')]);
    expect(texts).toEqual(['綠屋頂的造價是每坪一萬元。']);
    expect(findings.problems).toEqual([{ reason: 'tool-refused', count: 1 }]);
  });

  it('ends after four requests with what was found', async () => {
    const queries = ['綠屋頂 降溫', '綠屋頂 造價', '行道樹 降溫', '綠屋頂'].map(find);
    const { texts, calls } = await searchOwn(queries);
    expect(calls).toHaveLength(4);
    expect(new Set(texts)).toEqual(
      new Set(['綠屋頂讓室內降溫 3 度。', '綠屋頂的造價是每坪一萬元。', '行道樹讓街道降溫 2 度。']),
    );
  });

  it('pays for no round twice after a crash', async () => {
    const saved = new Map<string, unknown>();
    const crash = new Retryable('model-overloaded');
    await expect(searchOwn([find('綠屋頂 降溫'), crash], { saved })).rejects.toBe(crash);
    const { texts, calls } = await searchOwn([say('E1')], { saved });
    expect(calls.map(({ step }) => step)).toEqual(['search.g1.2']);
    expect(texts).toEqual(['綠屋頂讓室內降溫 3 度。']);
  });

  it('finds for a follow-up what its base does not hold', async () => {
    const { findings } = await searchOwn([find('綠屋頂 降溫'), say('E1')]);
    const sources = findings.sources.map((source) => ({
      ...source,
      key: 'S1',
      extracts: source.extracts.map((extract) => ({ ...extract, key: 'S1-1', groups: ['g1'] })),
    }));
    const base = aBase(sources);
    const { texts } = await searchOwn([find('綠屋頂 降溫'), say('E1, E2')], { base });
    expect(texts).not.toContain('綠屋頂讓室內降溫 3 度。');
    expect(texts).toContain('綠屋頂的造價是每坪一萬元。');
  });

  it('asks nothing when there are no documents', async () => {
    const { findings, calls } = await searchOwn([], { files: {} });
    expect([findings, calls]).toEqual([{ groupId: 'g1', sources: [] }, []]);
  });
});
