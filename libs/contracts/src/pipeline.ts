import type { ArtifactName } from './artifacts.ts';

/** One row of the pipeline: who does it, what it reads, what it leaves, who is next. */
interface StageRow {
  /** The Nest service (folder in apps/) that works on the stage. */
  readonly service: ServiceName;
  /** Artifacts of the same version that must exist before the stage runs; it gets them as inputs. */
  readonly needs: readonly ArtifactName[];
  /** Artifacts that the stage's commit creates. */
  readonly produces: readonly ArtifactName[];
  /** The stage asked to go on after the commit, or null at the end. */
  readonly next: StageName | null;
  /** Services that may publish commands for this stage (their IAM right on the topic). */
  readonly publishers: readonly ServiceName[];
}

export const STAGE_NAMES = ['plan', 'search', 'write', 'publish', 'notify'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

export const SERVICE_NAMES = [
  'ingress',
  'planner',
  'searcher',
  'writer',
  'publisher',
  'notifier',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/**
 * The whole pipeline, in order. Read this first: workers, the embedded topology, the stacks, the
 * pictures and the docs are all made from it. Ingress may publish everywhere because it runs the sweep.
 * Every stage may ask for `notify`: a version that ends early is told to the user by the same way.
 */
export const PIPELINE = {
  plan: {
    service: 'planner',
    needs: [],
    produces: ['plan'],
    next: 'search',
    publishers: ['ingress'],
  },
  search: {
    service: 'searcher',
    needs: ['plan'],
    produces: ['evidence'],
    next: 'write',
    publishers: ['ingress', 'planner'],
  },
  write: {
    service: 'writer',
    needs: ['plan', 'evidence'],
    produces: ['report', 'evaluation'],
    next: 'publish',
    publishers: ['ingress', 'searcher'],
  },
  publish: {
    service: 'publisher',
    needs: ['plan', 'evidence', 'report', 'evaluation'],
    produces: ['publication'],
    next: 'notify',
    publishers: ['ingress', 'writer'],
  },
  notify: {
    service: 'notifier',
    needs: [],
    produces: ['notice'],
    next: null,
    publishers: ['ingress', 'planner', 'searcher', 'writer', 'publisher'],
  },
} as const satisfies Record<StageName, StageRow>;
