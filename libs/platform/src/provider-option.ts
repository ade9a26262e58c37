import { SettingsError } from './settings.ts';

/** What a command line says about who researches. */
export interface ProviderOptions {
  readonly provider?: string | undefined;
  readonly fakeGemini?: boolean | undefined;
}

/**
 * The setting that the options come to; options win over the environment.
 * @throws SettingsError when both are given and contradict each other.
 */
export function providerOption(
  { provider, fakeGemini = false }: ProviderOptions,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly DOSSIER_PROVIDER: string | undefined } {
  if (fakeGemini && provider !== undefined && provider !== 'gemini') {
    throw new SettingsError([
      `--fake-gemini stands in for the provider gemini: leave --provider ${provider} out`,
    ]);
  }
  const chosen = fakeGemini ? 'gemini' : provider;
  return { DOSSIER_PROVIDER: chosen ?? environment['DOSSIER_PROVIDER'] };
}
