import { createHash } from 'node:crypto';
import type { CallLedger } from '@dossier/contracts';
import type { ResearchContext, StepMemory } from '../ports.ts';

/** The context of a provider that asks a model. */
export type PaidContext = ResearchContext & {
  readonly ledger: CallLedger;
  readonly steps: StepMemory;
};

/** @throws Error when the stage gave no ledger or no memory for steps: nothing may be asked then. */
export function paidContext(context: ResearchContext): PaidContext {
  const { ledger, steps } = context;
  if (ledger === undefined || steps === undefined) {
    throw new Error('a model is asked only with a ledger and a memory for steps');
  }
  return { ...context, ledger, steps };
}

/**
 * What a step came to: from memory if this attempt or an earlier one made it, else by `work`, and saved.
 * `T` must survive JSON. A twin that was faster wins, so that both go on from the same.
 */
export async function paidStep<T>(
  { steps, signal }: PaidContext,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  // Only this function saves steps, each name with the content of its own work.
  const saved = (await steps.read(name)) as T | undefined;
  if (saved !== undefined) return saved;
  signal.throwIfAborted();
  return (await steps.save(name, await work())) as T;
}

/** Characters of a hash: enough to tell the few bases of one version apart. */
const BASIS_LENGTH = 12;

/**
 * A step's name together with what it is made of. Keys count from the findings that there are: what was
 * said of one set of them must not be taken for what would be said of another, which a later attempt may
 * have.
 */
export function stepOn(name: string, basis: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex');
  return `${name}.${hash.slice(0, BASIS_LENGTH)}`;
}
