import type { Evaluation } from './evaluation.ts';
import type { Evidence, GroupFindings } from './evidence.ts';
import type { Notice } from './notice.ts';
import type { PIPELINE, StageName } from './pipeline.ts';
import type { Plan } from './plan.ts';
import type { Publication } from './publication.ts';
import type { Report } from './report.ts';

/** Every artifact a stage's commit creates, by name. */
export interface Artifacts {
  readonly plan: Plan;
  readonly evidence: Evidence;
  readonly report: Report;
  readonly evaluation: Evaluation;
  readonly publication: Publication;
  readonly notice: Notice;
}
export type ArtifactName = keyof Artifacts;

/** The version that a follow-up goes on from, with what it was made of. */
export interface BaseVersion extends Pick<Artifacts, 'plan' | 'evidence' | 'report'> {
  readonly version: number;
}

/** Artifacts that a stage may save on its way, so that a crash repeats only what is missing. */
export type CheckpointName = `search.${number}` | StepName;
export interface Checkpoints {
  readonly [name: `search.${number}`]: GroupFindings;
  readonly [name: StepName]: unknown;
}

/** A provider's own step, for example `step.write.chapter.2`; what it holds is that provider's matter. */
export type StepName = `step.${string}`;

/**
 * The notice of a version that was resumed, numbered by the resumption: an artifact is never
 * overwritten, so each end that a user is told of has its own.
 */
export type LaterNoticeName = `notice.${number}`;
export interface LaterNotices {
  readonly [name: `notice.${number}`]: Notice;
}

/** The artifacts that stage N reads, as its job's `inputs`. */
export type InputsOf<N extends StageName> = Pick<Artifacts, (typeof PIPELINE)[N]['needs'][number]>;
/** The artifacts that stage N must return. */
export type OutputsOf<N extends StageName> = Pick<
  Artifacts,
  (typeof PIPELINE)[N]['produces'][number]
>;
