import type { Workspace } from '@dossier/contracts';
import { UnreadableArtifact } from './artifact-document.ts';
import { readerOf } from './read-base.ts';
import type { ArtifactReader, PublishedVersion } from './stage.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** The versions with a page before another, oldest first. One whose page is still to come is none. */
export function publishedBefore(
  store: WorkspaceStore,
  workspace: Workspace,
  before: number,
): readonly PublishedVersion[] {
  return Object.entries(workspace.versions)
    .map(([version, state]) => ({ ...state, version: Number(version) }))
    .filter(({ version, stages }) => version < before && stages.publish?.status === 'done')
    .toSorted((a, b) => a.version - b.version)
    .map(({ version, request, startedAt }) => ({
      ...{ version, request, startedAt },
      artifacts: readable(readerOf(store, workspace, version)),
    }));
}

/** A new version owes its page to nothing of an old one: what cannot be read counts as gone. */
function readable(artifacts: ArtifactReader): ArtifactReader {
  return {
    async read(name) {
      try {
        return await artifacts.read(name);
      } catch (error) {
        if (error instanceof UnreadableArtifact) return undefined;
        throw error;
      }
    },
  };
}
