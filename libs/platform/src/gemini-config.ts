import { MODEL_TIERS, type ModelTier, type Timings } from '@dossier/contracts';
import {
  geminiDefaults,
  readPriceTable,
  type GeminiAccess,
  type GeminiConfig,
  type PriceTable,
  type SourceRules,
} from '@dossier/research';
import { SettingsError, type Settings } from './settings.ts';

/** How Gemini is asked, by the settings. @throws SettingsError for prices that cannot be read. */
export function geminiConfigOf(settings: Settings, timings: Timings): GeminiConfig {
  const defaults = geminiDefaults;
  const { plan, search, write } = timings.stages;
  const waits = { plan, search, compare: search, write };
  return {
    access: accessOf(settings),
    baseUrl: settings.GEMINI_BASE_URL,
    apiVersion: settings.GEMINI_API_VERSION,
    models: {
      plan: settings.DOSSIER_MODEL_PLAN ?? defaults.models.plan,
      search: settings.DOSSIER_MODEL_SEARCH ?? defaults.models.search,
      compare: settings.DOSSIER_MODEL_COMPARE ?? defaults.models.compare,
      write: settings.DOSSIER_MODEL_WRITE ?? defaults.models.write,
    },
    fallbackModel: settings.DOSSIER_MODEL_FALLBACK,
    prices: pricesOf(settings) ?? defaults.prices,
    concurrency: settings.DOSSIER_MODEL_CONCURRENCY,
    callMs: Object.fromEntries(
      MODEL_TIERS.map((tier) => [tier, waits[tier].modelCallMs]),
    ) as Record<ModelTier, number>,
  };
}

/** Where evidence may come from, by the settings. */
export function sourceRulesOf(settings: Settings): SourceRules {
  return {
    grounding: settings.DOSSIER_GROUNDING_POLICY ?? 'strict',
    allow: settings.DOSSIER_SOURCES_ALLOW ?? [],
    deny: settings.DOSSIER_SOURCES_DENY ?? [],
    pages: settings.DOSSIER_SOURCE_PAGES ?? [],
  };
}

function accessOf(settings: Settings): GeminiAccess {
  const { GOOGLE_CLOUD_PROJECT: project, GOOGLE_CLOUD_LOCATION: location } = settings;
  if (settings.GOOGLE_GENAI_USE_VERTEXAI === 'true') return { kind: 'vertex', project, location };
  return { kind: 'api-key', apiKey: settings.GEMINI_API_KEY ?? '' };
}

function pricesOf({ DOSSIER_PRICES: json }: Settings): PriceTable | undefined {
  if (json === undefined) return undefined;
  try {
    return readPriceTable(json);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`DOSSIER_PRICES holds no table of prices: ${why}`]);
  }
}
