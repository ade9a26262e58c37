import { randomUUID } from 'node:crypto';
import { invalidArgument } from './grpc-errors.ts';

const PATTERNS = {
  topics: namePattern('topics'),
  subscriptions: namePattern('subscriptions'),
  snapshots: namePattern('snapshots'),
};

function namePattern(kind: string): RegExp {
  return new RegExp(`^projects/[^/]+/${kind}/(?!goog)[A-Za-z][\\w.~+%-]{2,254}$`);
}

/**
 * Refuses a name that Google's service would refuse: 3 to 255 characters, a letter first, not "goog…".
 * https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names
 * @throws PubSubError INVALID_ARGUMENT
 */
export function checkResourceName(name: string, kind: keyof typeof PATTERNS): void {
  if (!PATTERNS[kind].test(name)) throw invalidArgument(`Invalid [${kind}] name: (name=${name})`);
}

/** For a resource that is created without a name: one in the project of another resource. */
export function randomName(sibling: string, kind: keyof typeof PATTERNS): string {
  return `projects/${partsOf(sibling).project}/${kind}/s-${randomUUID()}`;
}

/** The parts of `projects/P/subscriptions/S`. */
export function partsOf(name: string): { project: string; id: string } {
  const [, project = '', , id = ''] = name.split('/');
  return { project, id };
}
