import {
  Permanent,
  type ArtifactName,
  type Artifacts,
  type BaseVersion,
  type RunKey,
  type Workspace,
} from '@dossier/contracts';
import { UnreadableArtifact } from './artifact-document.ts';
import type { ArtifactReader } from './stage.ts';
import { versionOf } from './transitions/change.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Reads what a version took over unchanged where it stands, and everything else in its own. */
export function readerOf(
  store: WorkspaceStore,
  workspace: Workspace,
  version: number,
): ArtifactReader {
  const { carried } = versionOf(workspace, version);
  return {
    read: (name) =>
      store.readArtifact({ runId: workspace.runId, version: carried?.[name] ?? version }, name),
  };
}

/**
 * What a version goes on from; undefined for new research.
 * @throws Permanent `base-unreadable`
 */
export async function readBase(
  store: WorkspaceStore,
  workspace: Workspace,
  { version }: RunKey,
): Promise<BaseVersion | undefined> {
  const { request } = versionOf(workspace, version);
  if (request.kind === 'new') return undefined;
  const artifacts = readerOf(store, workspace, request.baseVersion);
  const [plan, evidence, report] = await Promise.all([
    ofBase(needed(artifacts, 'plan')),
    ofBase(needed(artifacts, 'evidence')),
    ofBase(needed(artifacts, 'report')),
  ]);
  return { version: request.baseVersion, plan, evidence, report };
}

/** @throws MissingArtifact when it is not there: a bug of ours for an artifact of the same version. */
export async function needed<A extends ArtifactName>(
  artifacts: ArtifactReader,
  name: A,
): Promise<Artifacts[A]> {
  const content = await artifacts.read(name);
  if (content === undefined) throw new MissingArtifact(`artifact ${name} is missing`);
  return content;
}

class MissingArtifact extends Error {
  override readonly name = 'MissingArtifact';
}

/**
 * Reads what an older version left. Trying again cannot bring it back: the person is told, and may ask
 * anew.
 * @throws Permanent `base-unreadable`
 */
export async function ofBase<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MissingArtifact || error instanceof UnreadableArtifact) {
      throw new Permanent('base-unreadable', { cause: error });
    }
    throw error;
  }
}
