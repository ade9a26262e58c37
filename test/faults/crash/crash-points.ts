import type { StageName } from '@dossier/contracts';

/** What a run meets besides crashes. */
export type Plot =
  /** Nothing. */
  | 'answered'
  /** The provider is busy once in each stage that calls it: attempts are released and repeated. */
  | 'interrupted'
  /** The provider refuses to write: the version fails, and its user is told. */
  | 'refused';

/** Where the provider fails, call and status, in each plot. */
export const PROVIDER_FAILURES: Readonly<Record<Plot, readonly (readonly [string, number])[]>> = {
  answered: [],
  interrupted: [
    ['plan', 503],
    ['search.1', 503],
    ['write', 503],
  ],
  // Once more for each attempt that a crash may add.
  refused: [
    ['write', 422],
    ['write', 422],
    ['write', 422],
  ],
};

/**
 * The one table of points at which a process can die: every await of the stage protocol and every side
 * effect, before and after. `X.decided` lies inside a transaction, before its commit is sent; `X.written`
 * after the store's answer; `ack.given` when the client has it, `ack.sent` when Pub/Sub has it.
 * `named-boundaries.ts` stops at them, and `crash-points.spec.ts` proves that a run reaches exactly these.
 */
export const CRASH_POINTS: Readonly<Record<Plot | 'after-a-crash', readonly string[]>> = {
  answered: [
    ...at('ingress', 'webhook.begun', 'open.decided', 'open.written', ...around('publish[plan]')),
    ...at('ingress', ...around('reply', 'remember', 'loading'), 'webhook.ended'),
    ...stage('plan', around('ask[plan]'), around('publish[search]')),
    ...stage(
      'search',
      around(
        'read[plan]',
        ...[0, 1, 2, 3].flatMap((i) => [
          `read[search.${i}]`,
          `ask[search.${i}]`,
          `save[search.${i}]`,
        ]),
        'ask[compare]',
      ),
      around('publish[write]'),
    ),
    ...stage(
      'write',
      around('read[plan]', 'read[evidence]', 'ask[write]'),
      around('publish[publish]'),
    ),
    ...stage(
      'publish',
      around(
        ...['plan', 'evidence', 'report', 'evaluation'].map((name) => `read[${name}]`),
        ...['v1/report.md', 'v1/report.html'].map((name) => `store[${name}]`),
        ...['latest/report.html', 'latest/versions.html'].map((name) => `store[${name}]`),
      ),
      around('publish[notify]'),
    ),
    ...stage('notify', around('read[publication]', 'audience', 'quota', 'push'), []),
  ],
  interrupted: (['plan', 'search', 'write'] as const).flatMap((name) =>
    at(
      name,
      ...['release.decided', 'release.written', 'nack.given', 'nack.sent'],
      // What an attempt that died may have spent is looked up by every attempt but the first.
      ...around('read[ledger]'),
    ),
  ),
  refused: at('write', 'fail.decided', 'fail.written', ...around('publish[notify]')),
  'after-a-crash': [
    ...at('sweep', 'request-again.decided', 'request-again.written'),
    ...at('sweep', ...around('publish[plan]', 'publish[search]', 'publish[write]')),
    ...at('sweep', ...around('publish[publish]', 'publish[notify]')),
  ],
};

/** A delivery's way through the protocol. */
function stage(
  name: StageName,
  work: readonly string[],
  publish: readonly string[],
): readonly string[] {
  return [
    ...at(name, 'deliver.begun', 'claim.decided', 'claim.written'),
    ...at(name, 'renew.decided', 'renew.written', ...work),
    ...at(name, 'commit.decided', 'commit.written', ...publish),
    ...at(name, 'deliver.ended', 'ack.given', 'ack.sent'),
  ];
}

function around(...calls: readonly string[]): readonly string[] {
  return calls.flatMap((call) => [`${call}.before`, `${call}.after`]);
}

function at(place: string, ...points: readonly string[]): readonly string[] {
  return points.map((point) => `${place}.${point}`);
}
