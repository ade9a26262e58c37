import { Metadata } from '@grpc/grpc-js';

/** Belong to one connection: each side of the proxy has its own. */
const OF_ONE_HOP = /^(?:content-type|date|te|user-agent|grpc-.*)$/;

/** The part of the metadata that passes from one side to the other. */
export function onwardMetadata(metadata?: Metadata): Metadata {
  const onward = metadata?.clone() ?? new Metadata();
  for (const key of Object.keys(onward.getMap())) if (OF_ONE_HOP.test(key)) onward.remove(key);
  return onward;
}
