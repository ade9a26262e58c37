import {
  STAGE_NAMES,
  type AuditEntry,
  type Notice,
  type OutboxEntry,
  type RunId,
  type RunKey,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { reportLinksOf, type ReportLinks } from '@dossier/platform';
import { artifactsOf, repeatAt, type StoredArtifact } from '@dossier/workspace';
import type { Cloud } from '../cloud-connection.ts';
import { statusOf } from './run-row.ts';

/** A stage of a version; a lease says whether it has run out. */
export interface StageDetails extends Omit<StageState, 'lease'> {
  readonly stage: StageName;
  readonly lease?: NonNullable<StageState['lease']> & { readonly expired: boolean };
}

export interface VersionDetails extends Omit<VersionState, 'stages' | 'status'> {
  readonly version: number;
  readonly status: string;
  readonly stages: readonly StageDetails[];
  /** Where its report is, signed when it is private; null while there is none. */
  readonly url: string | null;
  /** What the user was told, the latest last. */
  readonly notices: readonly Notice[];
}

export interface OutboxDetails extends OutboxEntry {
  readonly id: string;
  /** When the sweep publishes it again. */
  readonly repeatAt: string;
}

/** Everything that is known of a run, as `runs show --json` prints it. */
export interface RunDetails {
  readonly runId: RunId;
  readonly createdAt: string;
  readonly requester: Workspace['requester'];
  /** The newest. */
  readonly version: number;
  /** When the sweep looks at it if nothing happens; null: nothing is awaited. */
  readonly wakeAt: string | null;
  readonly fence: number;
  readonly versions: readonly VersionDetails[];
  readonly outbox: readonly OutboxDetails[];
  readonly artifacts: readonly StoredArtifact[];
  readonly audit: readonly AuditEntry[];
}

/** What a run is read with. */
type RunReader = Pick<Cloud, 'store' | 'firestore' | 'clock' | 'timings' | 'settings'>;

/** Reads a run with its artifacts' names and its whole history; undefined when there is none. */
export async function readRun(
  { store, firestore, clock, timings, settings }: RunReader,
  runId: RunId,
): Promise<RunDetails | undefined> {
  const workspace = await store.read(runId);
  if (workspace === undefined) return undefined;
  const [artifacts, audit] = await Promise.all([
    artifactsOf(firestore, runId),
    store.readAudit(runId),
  ]);
  const links = reportLinksOf(settings, clock);
  const versions = await Promise.all(
    Object.entries(workspace.versions)
      .map(([number, state]) => ({ key: { runId, version: Number(number) }, state }))
      .toSorted((a, b) => a.key.version - b.key.version)
      .map(async ({ key, state }) => ({
        ...describeVersion(key.version, state, clock.now()),
        url: await addressOf(store, links, key),
        notices: await noticesOf(store, key, artifacts),
      })),
  );
  const { createdAt, requester, version, fence, wakeAt = null } = workspace;
  const outbox = describeOutbox(workspace, timings);
  return {
    runId,
    createdAt,
    requester,
    version,
    wakeAt,
    fence,
    versions,
    outbox,
    artifacts,
    audit,
  };
}

/** Opens for as long as a link that a user is given. */
async function addressOf(
  store: Cloud['store'],
  links: ReportLinks,
  key: RunKey,
): Promise<string | null> {
  const publication = await store.readArtifact(key, 'publication');
  return publication === undefined ? null : links.opened(key.runId, publication).url;
}

function describeVersion(version: number, state: VersionState, now: Date) {
  const { stages, ...rest } = state;
  return {
    ...rest,
    version,
    status: statusOf(state),
    stages: STAGE_NAMES.flatMap((stage) => {
      const found = stages[stage];
      return found === undefined ? [] : [describeStage(stage, found, now)];
    }),
  };
}

function describeStage(stage: StageName, { lease, ...state }: StageState, now: Date): StageDetails {
  if (lease === undefined) return { stage, ...state };
  return { stage, ...state, lease: { ...lease, expired: lease.until < now.toISOString() } };
}

function describeOutbox({ outbox }: Workspace, timings: Timings): OutboxDetails[] {
  return Object.entries(outbox).map(([id, entry]) => ({
    id,
    ...entry,
    repeatAt: repeatAt(entry, timings).toISOString(),
  }));
}

/** The first notice, and one for each time that the version was taken up again. */
async function noticesOf(
  store: Cloud['store'],
  key: RunKey,
  artifacts: readonly StoredArtifact[],
): Promise<Notice[]> {
  const names = artifacts
    .filter(({ version }) => version === key.version)
    .map(({ name }) => name)
    .filter(isNotice);
  const notices = await Promise.all(names.map((name) => store.readArtifact(key, name)));
  return notices.filter((notice) => notice !== undefined);
}

function isNotice(name: string): name is 'notice' | `notice.${number}` {
  return /^notice(?:\.\d+)?$/.test(name);
}
