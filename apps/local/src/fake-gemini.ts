import type { Settings } from '@dossier/platform';

/** A stand-in for Gemini in this process, with the settings that lead the provider to it. */
export interface StandInModels {
  readonly settings: Partial<Settings>;
  close(): Promise<void>;
}

/** Starts it; its answers take about as long as a model's. */
export async function startFakeGemini(): Promise<StandInModels> {
  // Its contract checks take a while to load, and only development needs them.
  const { FakeGemini } = await import('@dossier/fake-gemini');
  const fake = await FakeGemini.start({ latencyMs: 'recorded' });
  return {
    settings: {
      DOSSIER_PROVIDER: 'gemini',
      GEMINI_API_KEY: fake.apiKey,
      GEMINI_BASE_URL: fake.url,
      GOOGLE_GENAI_USE_VERTEXAI: 'false',
    },
    close: () => fake.close(),
  };
}
