import { createHash } from 'node:crypto';
import type { Firestore } from '@google-cloud/firestore';
import type { Bucket } from '@google-cloud/storage';
import type { RunKey } from '@dossier/contracts';
import type { FakeLine } from '@dossier/fake-line';
import type { WorkspaceStore } from '@dossier/workspace';
import type { ObservedRun, SeenArtifact, SeenObject } from './invariants.ts';
import { neutralText, type Individual } from './neutral-text.ts';
import type { PaidProvider } from './paid-provider.ts';
import type { UploadJournal } from './upload-journal.ts';

/** Whose run it is. */
export interface AskedRun extends Omit<Individual, 'runId'> {
  readonly key: RunKey;
}

/** Everywhere that a run leaves traces. */
export interface TracesOfRuns {
  readonly firestore: Firestore;
  readonly store: WorkspaceStore;
  readonly bucket: Bucket;
  readonly uploads: UploadJournal;
  readonly line: FakeLine;
  readonly provider: PaidProvider;
}

/** Gathers what a run has left in the databases, at LINE and at the provider, neutral. */
export async function observeRun(asked: AskedRun, traces: TracesOfRuns): Promise<ObservedRun> {
  const { key, question, userId } = asked;
  const run = { runId: key.runId, question, userId };
  const stored = await storedObjects(run, traces);
  const hashes = stored.map(({ sha256 }) => sha256);
  return {
    key,
    workspace: await traces.store.read(key.runId),
    audit: await traces.store.readAudit(key.runId),
    artifacts: await seenArtifacts(run, traces, hashes),
    objects: Object.fromEntries(stored.map(({ name, seen }) => [name, seen])),
    pushes: traces.line.pushesOf(userId).map(({ retryKey = '', messages }) => ({
      retryKey,
      messages: neutralValue(run, messages),
    })),
    paidCalls: traces.provider.callsOf(question),
  };
}

async function storedObjects(
  run: Individual,
  { bucket, uploads }: TracesOfRuns,
): Promise<{ name: string; sha256: string; seen: SeenObject }[]> {
  const [files] = await bucket.getFiles({ prefix: `reports/${run.runId}/` });
  return Promise.all(
    files.map(async (file) => {
      const [body] = await file.download();
      return {
        name: neutralText(run, file.name),
        sha256: createHash('sha256').update(body).digest('hex'),
        seen: {
          body: neutralText(run, body.toString('utf8')),
          writes: uploads.writesOf(bucket.name, file.name),
        },
      };
    }),
  );
}

async function seenArtifacts(
  run: Individual,
  { firestore }: TracesOfRuns,
  storedHashes: readonly string[],
): Promise<Record<string, SeenArtifact>> {
  const snapshot = await firestore.collection(`workspaces/${run.runId}/artifacts`).get();
  return Object.fromEntries(
    snapshot.docs.map((document) => {
      const data = document.data();
      const content = JSON.parse(String(data['content'])) as unknown;
      const seen = {
        content: { ...announced(content, storedHashes), ...neutralObject(run, content) },
        createdAt: Date.parse(String(data['createdAt'])),
      };
      return [document.id, seen];
    }),
  );
}

/** A page's hash differs from run to run, but it must be the hash of the page that is stored. */
function announced(content: unknown, storedHashes: readonly string[]): object {
  if (typeof content !== 'object' || content === null || !('htmlSha256' in content)) return {};
  return { pageIsStored: storedHashes.includes(String(content.htmlSha256)) };
}

function neutralObject(run: Individual, content: unknown): object {
  const value = neutralValue(run, content);
  return typeof value === 'object' && value !== null ? value : { value };
}

function neutralValue(run: Individual, value: unknown): unknown {
  return JSON.parse(neutralText(run, JSON.stringify(value))) as unknown;
}
