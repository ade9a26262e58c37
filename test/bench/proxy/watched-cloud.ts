import type { CloudHosts } from '../processes/start-cloud.ts';
import { googleServices } from './google-services.ts';
import { GrpcProxy, type ProxyDelays } from './grpc-proxy.ts';
import { Traffic } from './traffic.ts';

/** Latencies of a cloud that is elsewhere, in milliseconds. */
export interface CloudLatency {
  /** Every call to Firestore. */
  readonly firestoreMs: number;
  /** From the publish call to the delivery: half of it before the message is stored, half after. */
  readonly pubsubHopMs: number;
}

export const NO_LATENCY: CloudLatency = { firestoreMs: 0, pubsubHopMs: 0 };

/** A cloud whose Pub/Sub and Firestore are reached through proxies that see everything. */
export interface WatchedCloud extends CloudHosts {
  readonly traffic: Traffic;
  /** Holds messages from now on. */
  delay(latency: CloudLatency): void;
  close(): void;
}

/** Puts a proxy before each gRPC server. */
export async function watchCloud(cloud: CloudHosts): Promise<WatchedCloud> {
  let latency = NO_LATENCY;
  const services = googleServices();
  const traffic = new Traffic();
  const onFirestore: ProxyDelays = { request: () => latency.firestoreMs, response: () => 0 };
  const onPubSub: ProxyDelays = {
    request: (method) => (method === 'Publish' ? latency.pubsubHopMs / 2 : 0),
    response: (method) => (method === 'StreamingPull' ? latency.pubsubHopMs / 2 : 0),
  };
  const [firestore, pubsub] = await Promise.all([
    GrpcProxy.start({
      target: cloud.firestore,
      services: services.firestore,
      tap: traffic.firestoreTap,
      delays: onFirestore,
    }),
    GrpcProxy.start({
      target: cloud.pubsub,
      services: services.pubsub,
      tap: traffic.pubsubTap,
      delays: onPubSub,
    }),
  ]);
  return {
    storage: cloud.storage,
    firestore: firestore.address,
    pubsub: pubsub.address,
    traffic,
    delay: (next) => {
      latency = next;
    },
    close: () => {
      firestore.close();
      pubsub.close();
    },
  };
}
