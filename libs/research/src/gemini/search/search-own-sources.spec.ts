import { Permanent, Retryable } from '@dossier/contracts';
import type { ProseCall } from '../gateway/model-gateway.ts';
import { find, QUESTION, say, searchOwn } from './own-sources.builder.ts';
import { aGroundedAnswer } from './searching.builder.ts';

describe('a search of named pages', () => {
  const PARTS = ['綠屋頂讓室內降溫 3 度。'];
  const url = 'https://a.example/x';
  const question = `依 ${url} ，${QUESTION}`;
  const readPage = aGroundedAnswer(PARTS, PARTS, {
    chunks: [{ url, title: 'A' }],
    pages: [{ url, status: 'success' }],
  });

  it('reads them with URL context and without a search', async () => {
    const { findings, calls } = await searchOwn([readPage], { files: {}, question });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ step: 'search.g1.pages', serverTools: { urlContext: true } });
    expect(calls[0]?.serverTools).not.toHaveProperty('googleSearch');
    expect(findings).toMatchObject({ sources: [{ title: 'A', location: { kind: 'web', url } }] });
    expect(findings).not.toHaveProperty('problems');
  });

  it.each(['error', 'paywall', 'unsafe', 'unknown'] as const)(
    'uses nothing of a page that is %s',
    async (status) => {
      const answer = { ...readPage, pages: [{ url, status }] };
      const { findings } = await searchOwn([answer], { files: {}, question });
      expect(findings.sources).toEqual([]);
      expect(findings.problems).toContainEqual({ reason: 'page-not-read', count: 1 });
    },
  );

  it('uses nothing of a page that the tool does not say it read', async () => {
    const { findings } = await searchOwn([{ ...readPage, pages: [] }], { files: {}, question });
    expect(findings.sources).toEqual([]);
    expect(findings.problems).toContainEqual({ reason: 'page-not-read', count: 1 });
  });

  it('goes beside the documents, and both count', async () => {
    const script = [1, 2, 3].map(() => (call: ProseCall) => {
      if (call.serverTools !== undefined) return readPage;
      return call.history?.length === 0 ? find('綠屋頂 造價') : say('E1');
    });
    const { findings } = await searchOwn(script, { question });
    expect(findings.sources.map(({ location }) => location.kind)).toEqual(['web', 'file']);
  });

  it('loses nothing of the documents when the pages are refused', async () => {
    const script = [1, 2, 3].map(() => (call: ProseCall) => {
      if (call.serverTools !== undefined) throw new Permanent('model-refused');
      return call.history?.length === 0 ? find('綠屋頂 降溫') : say('E1');
    });
    const { findings } = await searchOwn(script, { question });
    expect(findings.sources.map(({ location }) => location.kind)).toEqual(['file']);
    expect(findings.problems).toEqual([{ reason: 'blocked', count: 1 }]);
  });

  it('pays for the pages once, whatever becomes of the documents', async () => {
    const saved = new Map<string, unknown>();
    const crash = new Retryable('model-overloaded');
    const script = [1, 2].map(() => (call: ProseCall) => {
      if (call.serverTools !== undefined) return readPage;
      throw crash;
    });
    await expect(searchOwn(script, { question, saved })).rejects.toBe(crash);
    const { findings, calls } = await searchOwn([say('NONE')], { question, saved });
    expect(calls.map(({ step }) => step)).toEqual(['search.g1.1']);
    expect(findings.sources.map(({ location }) => location.kind)).toEqual(['web', 'file']);
  });

  it('asks nothing when rules refuse the page', async () => {
    const { findings, calls } = await searchOwn([], { files: {}, question, deny: ['a.example'] });
    expect(calls).toEqual([]);
    expect(findings).toEqual({
      groupId: 'g1',
      sources: [],
      problems: [{ reason: 'source-refused', count: 1 }],
    });
  });
});
