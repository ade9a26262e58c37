import { withFolder } from '../../local-corpus/corpus-folder.builder.ts';
import { LocalCorpus } from '../../local-corpus/local-corpus.ts';
import { withGateway } from '../gateway/gateway.builder.ts';
import { parts, text } from '../gateway/gemini-server.fake.ts';
import { GeminiSearcher } from './gemini-searcher.ts';
import { aContext, aPlan, group, REDIRECT, rules } from './searching.builder.ts';

const SUGGESTIONS = '<style>.c{}</style><div class="c">chips</div>';

describe('a search through the gateway', () => {
  it('reads grounding as it comes over the wire: bytes, thoughts, parts, zeros left out', () =>
    withGateway({}, async ({ server, gateway, ledger }) => {
      const second = '🌋 地熱發電很穩定。';
      const grounding = {
        searchEntryPoint: { renderedContent: SUGGESTIONS },
        groundingChunks: [{ web: { uri: REDIRECT, title: 'example.com' } }],
        groundingSupports: [
          {
            segment: { partIndex: 1, startIndex: 37, endIndex: 52, text: '三星落後。' },
            groundingChunkIndices: [0],
          },
          {
            segment: { partIndex: 2, endIndex: Buffer.byteLength(second), text: second },
            groundingChunkIndices: [0, 9],
          },
        ],
      };
      server.answers(
        parts(
          [
            { text: '想一想', thought: true },
            { text: '台積電 2025 年營收成長 30%。三星落後。' },
            { text: second },
          ],
          { groundingMetadata: grounding },
        ),
      );
      const searcher = new GeminiSearcher({ gateway, sources: rules() });
      const findings = await searcher.search(aPlan(), group, { ...aContext(), ledger });
      expect(findings.sources[0]?.extracts.map((extract) => extract.text)).toEqual([
        '三星落後。',
        second,
      ]);
      expect(findings.searchSuggestion).toBe(SUGGESTIONS);
      expect(server.arrived[0]?.body).toMatchObject({ tools: [{ googleSearch: {} }] });
      expect(JSON.stringify(server.arrived[0]?.body)).not.toContain('responseJsonSchema');
    }));

  it('holds the conversation about documents with functions alone', () =>
    withGateway({}, ({ server, gateway, ledger }) =>
      withFolder({ 'a.md': '# 晶圓\n\n台積電 2025 年營收成長 30%。\n' }, async (folder) => {
        const args = { query: '台積電 營收', language: 'zh-TW' };
        server.answers(
          parts([
            { functionCall: { name: 'local-corpus-search', args }, thoughtSignature: 'c2ln' },
          ]),
          text('E1'),
        );
        const corpus = new LocalCorpus(folder);
        const sources = rules({ grounding: 'own-sources' });
        const searcher = new GeminiSearcher({ gateway, sources, corpus });
        const findings = await searcher.search(aPlan(), group, { ...aContext(), ledger });
        expect(findings.sources[0]?.extracts[0]?.text).toBe('台積電 2025 年營收成長 30%。');
        const bodies = server.arrived.map(({ body }) => JSON.stringify(body));
        expect(bodies).toHaveLength(2);
        for (const body of bodies) expect(body).not.toMatch(/googleSearch|urlContext/u);
        expect(bodies[1]).toContain('"functionResponse":{"name":"local-corpus-search"');
        expect(bodies[1]).toContain('c2ln');
      }),
    ));
});
