import { withGateway } from './gateway.builder.ts';
import { text } from './gemini-server.fake.ts';

const tools = {
  googleSearch: {
    timeRange: { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    excludeDomains: ['example.com'],
  },
  urlContext: true,
};
const vertex = { kind: 'vertex', project: 'p', location: 'global' } as const;

describe('a request to Gemini', () => {
  it('carries system, prompt, tools and the token cap, with the key in its header', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      await gateway.prose({ ...call, serverTools: tools });
      const [request] = server.arrived;
      expect(request?.path).toBe('/v1/models/model-s:generateContent');
      expect(request?.headers['x-goog-api-key']).toBe('a-secret-key');
      expect(request?.headers['x-server-timeout']).toBe('20');
      expect(request?.body).toEqual({
        contents: [{ role: 'user', parts: [{ text: '比較 A 與 B' }] }],
        systemInstruction: { role: 'user', parts: [{ text: 'You search.' }] },
        tools: [
          {
            googleSearch: {
              timeRangeFilter: {
                startTime: '2025-01-01T00:00:00Z',
                endTime: '2026-01-01T00:00:00Z',
              },
            },
          },
          { urlContext: {} },
        ],
        generationConfig: { maxOutputTokens: 1_000, temperature: 1 },
      });
    }));

  it('asks for the API version and the path that are configured', () =>
    withGateway({ apiVersion: 'v1beta' }, async ({ gateway, server, call }) => {
      await gateway.prose(call);
      expect(server.arrived[0]?.path).toBe('/v1beta/models/model-s:generateContent');
    }));

  it('goes to Vertex AI on this machine without looking for credentials, and leaves out the time range', () =>
    withGateway({ access: vertex }, async ({ gateway, server, call }) => {
      await gateway.prose({ ...call, serverTools: tools });
      const [request] = server.arrived;
      expect(request?.path).toBe(
        '/v1beta1/projects/p/locations/global/publishers/google/models/model-s:generateContent',
      );
      expect(request?.headers.authorization).toBe('Bearer local');
      expect(request?.body).toMatchObject({
        tools: [{ googleSearch: { excludeDomains: ['example.com'] } }, { urlContext: {} }],
      });
      expect(JSON.stringify(request?.body)).not.toContain('timeRangeFilter');
    }));

  it('gives functions and the turns so far, with the ids and marks of the model’s calls', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      const parameters = { type: 'object', properties: { q: { type: 'string' } } };
      await gateway.prose({
        ...call,
        functions: [{ name: 'search_corpus', description: 'Searches.', parameters }],
        history: [
          {
            by: 'model',
            calls: [{ name: 'search_corpus', args: { q: 'A' }, id: 'call-1', signature: 'c2ln' }],
          },
          { by: 'us', results: [{ name: 'search_corpus', id: 'call-1', response: { hits: [] } }] },
          { by: 'model' },
        ],
      });
      expect(server.arrived[0]?.body).toMatchObject({
        tools: [
          {
            functionDeclarations: [
              { name: 'search_corpus', description: 'Searches.', parametersJsonSchema: parameters },
            ],
          },
        ],
        contents: [
          { role: 'user', parts: [{ text: '比較 A 與 B' }] },
          {
            role: 'model',
            parts: [
              {
                functionCall: { id: 'call-1', name: 'search_corpus', args: { q: 'A' } },
                thoughtSignature: 'c2ln',
              },
            ],
          },
          {
            role: 'user',
            parts: [
              {
                functionResponse: { id: 'call-1', name: 'search_corpus', response: { hits: [] } },
              },
            ],
          },
        ],
      });
    }));

  it('never follows a redirect', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers({ status: 301, headers: { location: '/elsewhere' } });
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-misconfigured' });
      expect(server.arrived).toHaveLength(1);
    }));

  it('is not continued by the SDK on its own', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.answers(text('part 1', { finishReason: 'CONTINUATION', continuationToken: 'dG9r' }));
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['part 1'], isCut: true });
      expect(server.arrived).toHaveLength(1);
    }));
});
