import { STAGE_NAMES } from '@dossier/contracts';
import { declared, TOOLS, toolsFor } from './tool-registry.ts';
import { guardOf } from './json-schema.ts';
import type { ToolDefinition, ToolState } from './tool-definition.ts';

const state: ToolState = {
  stage: 'search',
  grounding: 'strict',
  hasCorpus: true,
  hasPages: true,
  approved: [],
};

function names(fields: Partial<ToolState>, table?: readonly ToolDefinition[]): string[] {
  return toolsFor({ ...state, ...fields }, table).map(({ name }) => name);
}

describe('TOOLS', () => {
  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    'says everything of %s',
    (_name, tool) => {
      expect(tool.description).not.toBe('');
      expect(tool.timeoutMs).toBeGreaterThan(0);
      expect(tool.tries).toBeGreaterThan(0);
      expect(tool.kind === 'function').toBe(tool.run !== undefined);
      expect(() => [guardOf(tool.input), guardOf(tool.output)]).not.toThrow();
    },
  );

  it('knows each name once', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });
});

describe('toolsFor', () => {
  it.each([
    [{}, ['google-search', 'url-context']],
    [{ hasPages: false }, ['google-search']],
    [{ grounding: 'own-sources' } as const, ['url-context', 'local-corpus-search']],
    [{ grounding: 'own-sources', hasCorpus: false } as const, ['url-context']],
    [{ grounding: 'own-sources', hasCorpus: false, hasPages: false } as const, []],
  ])('offers what the state allows: %j', (fields, expected) => {
    expect(names(fields)).toEqual(expected);
  });

  it.each(STAGE_NAMES.filter((stage) => stage !== 'search'))('offers nothing to %s', (stage) => {
    expect(names({ stage })).toEqual([]);
  });

  it('offers a tool that needs review only once a person has approved of it', () => {
    const table = TOOLS.map((tool) => ({ ...tool, needsReview: true }));
    expect(names({}, table)).toEqual([]);
    expect(names({ approved: ['url-context'] }, table)).toEqual(['url-context']);
  });

  it('does not offer what is approved of where it has no place', () => {
    expect(names({ approved: ['local-corpus-search'] })).not.toContain('local-corpus-search');
  });
});

describe('declared', () => {
  it("declares our functions to a model, and not the provider's tools", () => {
    expect(declared(TOOLS).map(({ name }) => name)).toEqual(['local-corpus-search']);
  });
});
