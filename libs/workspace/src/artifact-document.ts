import { createHash } from 'node:crypto';
import type {
  ArtifactName,
  Artifacts,
  CheckpointName,
  Checkpoints,
  LaterNoticeName,
  LaterNotices,
  RunKey,
} from '@dossier/contracts';

/** Everything that may stand in `workspaces/{runId}/artifacts`, by name. */
export type ArtifactContents = Artifacts & Checkpoints & LaterNotices;
export type AnyArtifactName = ArtifactName | CheckpointName | LaterNoticeName;

/**
 * How an artifact is stored. The content is one JSON string: its bytes are what the hash is of, it
 * may hold nested arrays (Firestore maps may not), and it costs one index entry instead of thousands.
 */
export interface ArtifactDocument {
  readonly runId: string;
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
  /** `ARTIFACT_SCHEMA` of whoever wrote it; absent in documents of schema 1 from before there was this field. */
  readonly schema?: number;
  readonly sha256: string;
  readonly content: string;
}

/** Raised when a content changes its shape so that what was stored before can no longer be read as it. */
const ARTIFACT_SCHEMA = 1;

/** A stored content that this program cannot read: spoiled, or of another schema. */
export class UnreadableArtifact extends Error {
  override readonly name = 'UnreadableArtifact';
}

/** `1.evidence`: the id of an artifact's document. */
export function artifactIdOf({ version }: RunKey, name: AnyArtifactName): string {
  return `${version}.${name}`;
}

/** Wraps a content for storage. */
export function toArtifactDocument<N extends AnyArtifactName>(
  key: RunKey,
  name: N,
  content: ArtifactContents[N],
  now: Date,
): ArtifactDocument {
  const json = JSON.stringify(content);
  return {
    runId: key.runId,
    version: key.version,
    name,
    createdAt: now.toISOString(),
    schema: ARTIFACT_SCHEMA,
    sha256: createHash('sha256').update(json).digest('hex'),
    content: json,
  };
}

/**
 * Unwraps a stored content.
 * @throws UnreadableArtifact when its bytes are not those that were stored, or their schema is another.
 */
export function fromArtifactDocument<N extends AnyArtifactName>(
  document: ArtifactDocument,
): ArtifactContents[N] {
  const sha256 = createHash('sha256').update(document.content).digest('hex');
  if (sha256 !== document.sha256) {
    throw new UnreadableArtifact(
      `artifact ${document.runId}/${document.version}.${document.name} does not match its hash: ` +
        'it was changed after it was written',
    );
  }
  const { schema = 1 } = document;
  if (schema !== ARTIFACT_SCHEMA) {
    throw new UnreadableArtifact(
      `artifact ${document.runId}/${document.version}.${document.name} has schema ${schema}, not ` +
        `${ARTIFACT_SCHEMA}: another release of Dossier wrote it`,
    );
  }
  // Written by `toArtifactDocument` under the same name, and unchanged since by the hash.
  return JSON.parse(document.content) as ArtifactContents[N];
}
