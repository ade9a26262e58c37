import type { ResearchRequest, Workspace } from '@dossier/contracts';
import { versionOf, withVersion, type Change } from './change.ts';

/**
 * Removes what a person wrote for one version, after they took the message back: the run's question
 * (which every later version repeats) for the first, else the wish of a follow-up.
 */
export function decideErase(
  workspace: Workspace,
  number: number,
  replacement: string,
  now: Date,
): Change<undefined> {
  const numbers = Object.keys(workspace.versions)
    .map(Number)
    .filter((each) => each === number || number === 1);
  const next = numbers.reduce((each, version) => {
    const { request } = versionOf(each, version);
    const erased: ResearchRequest =
      number === 1 ? { ...request, question: replacement } : withoutInstruction(request);
    return withVersion(each, version, { request: erased });
  }, workspace);
  return {
    result: undefined,
    workspace: next,
    audit: [{ at: now.toISOString(), event: 'request.erased', version: number }],
  };
}

function withoutInstruction(request: ResearchRequest): ResearchRequest {
  if (request.kind === 'new') return request;
  const { instruction: _erased, ...rest } = request;
  return rest;
}
