import { providerOption } from './provider-option.ts';
import { SettingsError } from './settings.ts';

describe('providerOption', () => {
  it.each([
    [{}, {}, undefined],
    [{}, { DOSSIER_PROVIDER: 'gemini' }, 'gemini'],
    [{ provider: 'local-corpus' }, { DOSSIER_PROVIDER: 'gemini' }, 'local-corpus'],
    [{ fakeGemini: true }, {}, 'gemini'],
    [{ fakeGemini: true, provider: 'gemini' }, {}, 'gemini'],
    [{ fakeGemini: true }, { DOSSIER_PROVIDER: 'local-corpus' }, 'gemini'],
    [{ provider: 'misspelt' }, {}, 'misspelt'],
  ])('of %j and %j is %s', (options, environment, provider) => {
    expect(providerOption(options, environment)).toEqual({ DOSSIER_PROVIDER: provider });
  });

  it('refuses a stand-in for a provider that was not chosen', () => {
    const both = { fakeGemini: true, provider: 'local-corpus' };
    expect(() => providerOption(both, {})).toThrow(SettingsError);
  });
});
