import { BlockedReason, FinishReason } from '@google/genai';
import { KNOWN_BLOCK_REASONS, KNOWN_FINISH_REASONS } from './finish-reasons.ts';
import { withGateway } from './gateway.builder.ts';
import { ended, parts, text } from './gemini-server.fake.ts';

describe('how an answer ended', () => {
  it('is decided for every reason that the SDK knows', () => {
    expect([...KNOWN_FINISH_REASONS].sort()).toEqual(Object.values<string>(FinishReason).sort());
    expect([...KNOWN_BLOCK_REASONS].sort()).toEqual(Object.values<string>(BlockedReason).sort());
  });

  it.each([
    'SAFETY',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'MODEL_ARMOR',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'IMAGE_RECITATION',
    'IMAGE_OTHER',
    'ESCALATION',
    'PUP_LIMITED_DISABLED',
  ])('%s is a refusal: not asked again, not even another model', (finishReason) =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call, ledger }) => {
      server.answers(text('half an answer', { finishReason }));
      const failed = gateway.prose(call);
      await expect(failed).rejects.toMatchObject({ name: 'Permanent', reason: 'model-refused' });
      await expect(failed).rejects.toThrow(finishReason);
      expect(server.arrived).toHaveLength(1);
      expect(ledger.outcomes).toEqual(['model-refused']);
    }),
  );

  it.each(['SAFETY', 'OTHER', 'JAILBREAK', 'MODEL_ARMOR', 'PROHIBITED_CONTENT', 'NEW_REASON'])(
    'a prompt that is blocked for %s is a refusal',
    (blockReason) =>
      withGateway({}, async ({ gateway, server, call }) => {
        server.answers({ body: { promptFeedback: { blockReason } } });
        await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-refused' });
        expect(server.arrived).toHaveLength(1);
      }),
  );

  it.each(['LANGUAGE', 'OTHER', 'TOO_MANY_TOOL_CALLS', 'SOMETHING_NEW'])(
    '%s: text is used, and nothing is asked for again',
    (finishReason) =>
      withGateway({}, async ({ gateway, server, call }) => {
        server.answers(ended(finishReason), text('hi', { finishReason }));
        await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['hi'], isCut: false });
        expect(server.arrived).toHaveLength(2);
      }),
  );

  it('a recitation is asked for once more in other words', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(ended('RECITATION'));
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['ok'] });
      expect(JSON.stringify(server.arrived[1]?.body)).toContain('in your own words');
      expect(clock.waits).toEqual([]);
    }));

  it('a second recitation is a refusal', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(ended('RECITATION'), ended('RECITATION'));
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-refused' });
      expect(server.arrived).toHaveLength(2);
    }));

  it('the token cap is told', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(text('half', { finishReason: 'MAX_TOKENS' }));
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['half'], isCut: true });
    }));

  it('thoughts that used up the token cap get twice the room', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(ended('MAX_TOKENS'));
      await gateway.prose(call);
      expect(server.arrived[1]?.body).toMatchObject({
        generationConfig: { maxOutputTokens: 2_000 },
      });
    }));
});

describe('what an answer holds', () => {
  it('text parts without thoughts and the traces of tools, and calls with their marks', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(
        parts([
          { text: 'hm', thought: true },
          { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB' } },
          { text: 'one' },
          { text: 'two' },
          {
            functionCall: { id: 'call-1', name: 'search_corpus', args: { q: 1 } },
            thoughtSignature: 'c2ln',
          },
          { functionCall: { name: 7 } },
        ]),
      );
      await expect(gateway.prose(call)).resolves.toEqual({
        parts: ['one', 'two'],
        isCut: false,
        calls: [
          { name: 'search_corpus', args: { q: 1 }, id: 'call-1', signature: 'c2ln' },
          { name: '', args: {} },
        ],
        chunks: [],
        supports: [],
        queries: [],
        pages: [],
      });
    }));

  it('a call alone is an answer', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(parts([{ functionCall: { name: 'f', args: {} } }]));
      await expect(gateway.prose(call)).resolves.toMatchObject({
        parts: [],
        calls: [{ name: 'f' }],
      });
    }));

  it('grounding as it was returned, counted among the text parts', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(
        parts(
          [
            { text: 'thinking', thought: true },
            { text: '台積電 2025 年營收成長 30%。三星落後。' },
            { text: 'Second part.' },
          ],
          {
            groundingMetadata: {
              webSearchQueries: ['台積電 營收', 7],
              searchEntryPoint: { renderedContent: '<style></style><div>chips</div>' },
              groundingChunks: [
                { web: { uri: 'javascript:alert(1)', title: 'x' } },
                { web: { uri: 'https://redirect.example/1', title: 'example.com' } },
                { web: { uri: 'https://redirect.example/2', domain: 'b.example' } },
              ],
              groundingSupports: [
                support(
                  { partIndex: 1, startIndex: 37, endIndex: 52, text: '三星落後。' },
                  [1, 99, -1],
                ),
                support({ partIndex: 2, endIndex: 12, text: 'Second part.' }, [2, 1, 1]),
                support({ endIndex: 12, text: 'Second part.' }, [2]),
                support({ partIndex: 1, startIndex: 5, endIndex: 5, text: 'x' }, [1]),
                support({ partIndex: 1, startIndex: -1, endIndex: 5, text: 'x' }, [1]),
                support({ partIndex: 9, endIndex: 3, text: 'nowhere' }, [1]),
                support({ partIndex: 1, endIndex: 9, text: '台積電' }, [0]),
                support({ partIndex: 1, endIndex: 9, text: '台積電' }, [null, '1', [1]]),
                'odd',
              ],
            },
            urlContextMetadata: {
              urlMetadata: [
                {
                  retrievedUrl: 'https://example.org/x',
                  urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS',
                },
                {
                  retrievedUrl: 'https://paywall.example',
                  urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL',
                },
                { retrievedUrl: 'https://new.example', urlRetrievalStatus: 'NEW' },
                { retrievedUrl: 'ftp://no.example' },
              ],
            },
          },
        ),
      );
      await expect(gateway.prose(call)).resolves.toMatchObject({
        chunks: [
          { url: 'https://redirect.example/1', title: 'example.com' },
          { url: 'https://redirect.example/2', title: '', domain: 'b.example' },
        ],
        supports: [
          { part: 0, startByte: 37, endByte: 52, text: '三星落後。', chunks: [0] },
          { part: 1, startByte: 0, endByte: 12, text: 'Second part.', chunks: [1, 0] },
          // It names a thought; its text stands in the second part.
          { part: 1, startByte: 0, endByte: 12, text: 'Second part.', chunks: [1] },
        ],
        queries: ['台積電 營收'],
        suggestionHtml: '<style></style><div>chips</div>',
        pages: [
          { url: 'https://example.org/x', status: 'success' },
          { url: 'https://paywall.example', status: 'paywall' },
          { url: 'https://new.example', status: 'unknown' },
        ],
      });
    }));
});

function support(segment: object, groundingChunkIndices: readonly unknown[]): object {
  return { segment, groundingChunkIndices };
}
