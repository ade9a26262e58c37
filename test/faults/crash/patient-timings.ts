import { STAGE_NAMES, TIMING_PROFILES, type StageTiming, type Timings } from '@dossier/contracts';

const change: Partial<StageTiming> = { leaseTtlMs: 4_000, leaseRenewMs: 1_000 };
const { test } = TIMING_PROFILES;

/**
 * The timings of tests with leases twice as long, and more time for a webhook: dozens of runs at once
 * on a busy machine would miss both without any crash.
 */
export const PATIENT_TIMINGS: Timings = {
  global: { ...test.global, webhookHandlerMs: 10_000 },
  stages: STAGE_NAMES.reduce(
    (stages, name) => ({ ...stages, [name]: { ...test.stages[name], ...change } }),
    test.stages,
  ),
};
