import { createHash } from 'node:crypto';
import type { Firestore } from '@google-cloud/firestore';
import { MODEL_TIERS, type Clock, type ModelTier } from '@dossier/contracts';
import type { GeminiConfig } from '@dossier/research';

/** `modelProbes/{id}`: that a model did what a tier asks of it. An operators' record; no stage reads it. */
interface ProbeRecord {
  readonly tier: ModelTier;
  readonly model: string;
  readonly ok: boolean;
  readonly at: string;
}

/** Remembers which models were probed, at which service and in which version of its API. */
export class ModelProbes {
  readonly #firestore: Firestore;
  readonly #clock: Clock;

  constructor(firestore: Firestore, clock: Clock) {
    this.#firestore = firestore;
    this.#clock = clock;
  }

  /** Notes what probing a tier's model came to; the newest result counts. */
  async record(config: GeminiConfig, tier: ModelTier, ok: boolean): Promise<void> {
    const at = this.#clock.now().toISOString();
    const record: ProbeRecord = { tier, model: config.models[tier], ok, at };
    await this.#document(config, tier).set(record);
  }

  /** Tiers whose model was never probed as it is configured now, or failed when it was. */
  async unprobed(config: GeminiConfig): Promise<readonly ModelTier[]> {
    const documents = MODEL_TIERS.map((tier) => this.#document(config, tier));
    const found = await this.#firestore.getAll(...documents);
    return MODEL_TIERS.filter((_, at) => found[at]?.get('ok') !== true);
  }

  #document({ access, baseUrl, apiVersion, models }: GeminiConfig, tier: ModelTier) {
    const place = access.kind === 'vertex' ? [access.project, access.location] : [];
    const about = [access.kind, ...place, baseUrl ?? '', apiVersion ?? '', tier, models[tier]];
    const id = createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32);
    return this.#firestore.collection('modelProbes').doc(id);
  }
}
