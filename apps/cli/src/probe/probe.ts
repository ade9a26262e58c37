import {
  MODEL_TIERS,
  NO_USAGE,
  TIMING_PROFILES,
  VERSION_LIMITS,
  type Usage,
} from '@dossier/contracts';
import {
  createFirestore,
  geminiConfigOf,
  loadEnvironment,
  missingForModels,
  ModelProbes,
  readSettings,
  SettingsError,
  type Settings,
} from '@dossier/platform';
import {
  createGeminiGateway,
  probeModels,
  type GeminiConfig,
  type ProbeResult,
} from '@dossier/research';
import { Budget } from '@dossier/workspace';
import { NoCloud } from '../cloud-connection-errors.ts';
import { findCloud } from '../cloud-connection-target.ts';
import { commandClock } from '../command-clock.ts';

/** Probing costs cents; a mistake of ours must not cost dollars. */
const MOST: Usage = { ...VERSION_LIMITS, modelCalls: 40, costMicroUsd: 2_000_000 };
/** A probe belongs to no run, so its requests are in no ledger that outlives it. */
const ON_PAPER = { open: () => Promise.resolve(() => Promise.resolve()) };

/** What all probes came to. */
export interface ProbeReport {
  readonly ok: boolean;
  readonly results: readonly ProbeResult[];
  readonly usage: Usage;
  /** Where the result is kept, in words. */
  readonly kept: string;
}

/**
 * Asks every configured model what the stages will ask of it, and keeps the result beside the runs.
 * @throws SettingsError when the settings name no service that could be asked.
 */
export async function probe(
  data: string | undefined,
  tell: (result: ProbeResult) => void,
): Promise<ProbeReport> {
  const settings = readSettings({ ...loadEnvironment(), DOSSIER_PROVIDER: 'gemini' });
  const missing = missingForModels(settings);
  if (missing.length > 0) throw new SettingsError(missing);
  const config = geminiConfigOf(settings, TIMING_PROFILES[settings.DOSSIER_TIMINGS]);
  const ledger = new Budget({ before: NO_USAGE, limits: MOST }, ON_PAPER);
  const results: ProbeResult[] = [];
  // What another model answers in its place says nothing about a model.
  const alone: GeminiConfig = { ...config, fallbackModel: undefined };
  const gateway = createGeminiGateway(alone, { clock: commandClock, random: Math.random });
  const { signal } = new AbortController();
  for await (const result of probeModels({ gateway, models: config.models, ledger, signal })) {
    tell(result);
    results.push(result);
  }
  const kept = await keep(config, results, data ?? settings.DOSSIER_DATA, data);
  return { ok: results.every(({ ok }) => ok), results, usage: ledger.spent, kept };
}

async function keep(
  config: GeminiConfig,
  results: readonly ProbeResult[],
  folder: string,
  data: string | undefined,
): Promise<string> {
  const target = await cloudOrNewFolder(folder, data);
  try {
    const firestore = createFirestore(target.settings);
    const probes = new ModelProbes(firestore, commandClock);
    for (const tier of MODEL_TIERS) {
      const ofTier = results.filter((result) => result.tier === tier);
      await probes.record(
        config,
        tier,
        ofTier.every(({ ok }) => ok),
      );
    }
    await firestore.terminate();
    return target.where;
  } finally {
    await target.close();
  }
}

interface Target {
  readonly settings: Settings;
  readonly where: string;
  close(): Promise<void>;
}

/** Probing comes before the first start: then there is no data folder yet, and it is begun here. */
async function cloudOrNewFolder(folder: string, data: string | undefined): Promise<Target> {
  try {
    return await findCloud(data);
  } catch (error) {
    if (!(error instanceof NoCloud)) throw error;
    const { beginDataFolder } = await import('../data-folder-target.ts');
    return beginDataFolder(readSettings({ ...loadEnvironment(), DOSSIER_DATA: folder }));
  }
}
