import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import type { ListenService } from '../listen/listen-service.ts';
import { streamHandler, unaryHandler, type FirestoreLog } from './call-adapters.ts';
import type { ListService } from './list-service.ts';
import type { ReadService } from './read-service.ts';
import type { WriteService } from './write-service.ts';

/** The services that together answer the RPCs. */
export interface FirestoreServices {
  readonly reads: ReadService;
  readonly writes: WriteService;
  readonly lists: ListService;
  readonly listens: ListenService;
}

/**
 * The RPCs that the Node client sends, by their names in the protocol; grpc-js answers all others
 * with UNIMPLEMENTED.
 */
export function firestoreService(
  { reads, writes, lists, listens }: FirestoreServices,
  log: FirestoreLog,
): UntypedServiceImplementation {
  return {
    BatchGetDocuments: streamHandler('BatchGetDocuments', log, reads.batchGet.bind(reads)),
    RunQuery: streamHandler('RunQuery', log, reads.runQuery.bind(reads)),
    RunAggregationQuery: streamHandler(
      'RunAggregationQuery',
      log,
      reads.runAggregation.bind(reads),
    ),
    Commit: unaryHandler('Commit', log, writes.commit.bind(writes)),
    BatchWrite: unaryHandler('BatchWrite', log, writes.batchWrite.bind(writes)),
    BeginTransaction: unaryHandler('BeginTransaction', log, writes.begin.bind(writes)),
    Rollback: unaryHandler('Rollback', log, writes.rollback.bind(writes)),
    ListCollectionIds: unaryHandler('ListCollectionIds', log, lists.collectionIds.bind(lists)),
    ListDocuments: unaryHandler('ListDocuments', log, lists.documents.bind(lists)),
    // No cut points means one partition; the client then reads the whole collection group.
    PartitionQuery: unaryHandler('PartitionQuery', log, () => ({ partitions: [] })),
    Listen: listens.serve.bind(listens),
  };
}
