import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Broker } from './broker.ts';
import { invalidArgument } from './grpc-errors.ts';
import { pageOf } from './paging.ts';
import { checkResourceName, randomName } from './resource-names.ts';
import type { UnaryFactory } from './unary-handler.ts';
import { toMs } from './wire-time.ts';
import type { FieldMask, PageRequest, SnapshotConfig, Timestamp } from './wire-types.ts';

interface CreateSnapshotRequest {
  readonly name: string;
  readonly subscription: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One of `time` and `snapshot` is set. */
interface SeekRequest {
  readonly subscription: string;
  readonly time?: Timestamp | null;
  readonly snapshot?: string;
}

/** The part of google.pubsub.v1.Subscriber that is about snapshots and seek. */
export function snapshotService(broker: Broker, unary: UnaryFactory): UntypedServiceImplementation {
  const { snapshots } = broker;
  return {
    CreateSnapshot: unary((request: CreateSnapshotRequest) => {
      const name = request.name || randomName(request.subscription, 'snapshots');
      checkResourceName(name, 'snapshots');
      const { labels } = request;
      return snapshots.create({ name, labels }, broker.subscription(request.subscription));
    }),

    GetSnapshot: unary((request: { snapshot: string }) => snapshots.get(request.snapshot)),

    ListSnapshots: unary((request: PageRequest & { project: string }) => {
      const all = snapshots.all().filter(({ name }) => name.startsWith(`${request.project}/`));
      const { items, nextPageToken } = pageOf(all, request);
      return { snapshots: items, nextPageToken };
    }),

    UpdateSnapshot: unary(
      (request: { snapshot: SnapshotConfig | null; updateMask: FieldMask | null }) => {
        if (request.snapshot === null) throw invalidArgument('No snapshot was specified.');
        return snapshots.update(request.snapshot, request.updateMask);
      },
    ),

    DeleteSnapshot: unary((request: { snapshot: string }) => {
      snapshots.delete(request.snapshot);
      return {};
    }),

    Seek: unary((request: SeekRequest) => {
      const subscription = broker.subscription(request.subscription);
      const { time, snapshot } = request;
      if (snapshot) broker.seekToSnapshot(subscription, snapshots.get(snapshot));
      else if (time) broker.seekToTime(subscription, toMs(time));
      else throw invalidArgument('No target was specified: seek to a time or to a snapshot.');
      return {};
    }),
  };
}
