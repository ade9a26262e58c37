import { invalidArgument } from './grpc-errors.ts';

const PATTERNS = {
  topics: namePattern('topics'),
  subscriptions: namePattern('subscriptions'),
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

/** The parts of `projects/P/subscriptions/S`. */
export function partsOf(name: string): { project: string; id: string } {
  const [, project = '', , id = ''] = name.split('/');
  return { project, id };
}
