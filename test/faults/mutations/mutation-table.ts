/** One way to break the protocol: a piece of product code, and what is put in its place. */
export interface Mutation {
  /** What is broken, in a few words. */
  readonly name: string;
  /** File of the product, from the root. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

const CLAIM = 'libs/workspace/src/transitions/claim.ts';
const SETTLE = 'libs/workspace/src/transitions/settle.ts';
const SWEEP = 'libs/workspace/src/transitions/sweep.ts';
const RUNNER = 'libs/workspace/src/stage-runner.ts';
const ATTEMPT = 'libs/workspace/src/stage-attempt.ts';
const STORE = 'libs/workspace/src/workspace-store.ts';
const HOST = 'libs/messaging/src/subscription-host.ts';

/** Every one of these must make the simulation fail (`npm run faults -- --mutations`). */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'fencing off: a lease is held whatever its token',
    file: SETTLE,
    find: 'return state?.lease?.token === token ? state : undefined;',
    replace: 'return token !== undefined && state?.lease !== undefined ? state : undefined;',
  },
  {
    name: 'a commit needs no lease at all',
    file: SETTLE,
    find: 'return state?.lease?.token === token ? state : undefined;',
    replace: 'return token === undefined ? undefined : state;',
  },
  {
    name: 'a claim ignores a living lease',
    file: CLAIM,
    find: 'state.lease.until > now.toISOString()',
    replace: "state.lease.until < '2000' && now > new Date(0)",
  },
  {
    name: 'the fence is not raised',
    file: CLAIM,
    find: 'const fence = workspace.fence + 1;',
    replace: 'const fence = workspace.fence;',
  },
  {
    name: 'attempts are not counted',
    file: CLAIM,
    find: 'const attempts = (state?.attempts ?? 0) + 1;',
    replace: 'const attempts = Math.max(state?.attempts ?? 0, 1);',
  },
  {
    name: 'a claim does not recognise itself after a lost answer',
    file: CLAIM,
    find: 'if (state?.lease?.token === token) {',
    replace: "if (state?.lease?.token === 'nobody') {",
  },
  {
    name: 'a finished stage is run again',
    file: CLAIM,
    find: "if (state?.status === 'done' || state?.status === 'failed')",
    replace: "if (state?.status === 'failed')",
  },
  {
    name: 'ack before commit',
    file: HOST,
    find: 'const outcome = await this.#options.handle(delivery, this.#shutdown.signal);',
    replace:
      'message.ack();\n      const outcome = await this.#options.handle(delivery, this.#shutdown.signal);',
  },
  {
    name: 'a failed delivery is acked',
    file: HOST,
    find: "if (outcome.kind === 'retry') return message.nack();",
    replace: "if (outcome.kind === 'retry') return message.ack();",
  },
  {
    name: 'the outbox is not published',
    file: ATTEMPT,
    find: '    await publishAll(this.#parts.publisher, commands);\n    return outcome;',
    replace: '    return commands.length > 99 ? Promise.reject(new Error()) : outcome;',
  },
  {
    name: 'the next command is not committed with the state',
    file: SETTLE,
    find: ': withOutboxEntry(done, key, next, firstStepOf(version, next), now);',
    replace: ': done;',
  },
  {
    name: 'an outbox entry is dropped when it is published, not when it is delivered',
    file: ATTEMPT,
    find: '    await publishAll(this.#parts.publisher, commands);\n',
    replace:
      '    await publishAll(this.#parts.publisher, commands);\n' +
      '    await this.#parts.store.change(this.#held.key.runId, (workspace = this.#claimed) => ({\n' +
      '      result: undefined,\n      workspace: { ...workspace, outbox: {} },\n    }));\n',
  },
  {
    name: 'the sweep publishes nothing again',
    file: SWEEP,
    find: '.filter((entry) => repeatAt(entry, timings) <= now)',
    replace: '.filter((entry) => repeatAt(entry, timings) < new Date(0))',
  },
  {
    name: 'the sweep never takes over a dead lease',
    file: SWEEP,
    find: '    .map(([stage, state]) => commandFor({ runId, version }, stage, state.step));',
    replace:
      '    .filter(() => workspace.fence < 0)\n    .map(([stage, state]) => commandFor({ runId, version }, stage, state.step));',
  },
  {
    name: 'nothing wakes a leased stage',
    file: 'libs/workspace/src/transitions/change.ts',
    find: "if (state.status === 'running' && state.lease !== undefined) {",
    replace: "if (state.status === 'running' && state.lease?.token === 'nobody') {",
  },
  {
    name: 'no look back after a claim whose answer was lost',
    file: RUNNER,
    find: "return lease?.token === token ? { kind: 'claimed', workspace, lease } : undefined;",
    replace:
      "return lease?.token === 'nobody' ? { kind: 'claimed', workspace, lease } : undefined;",
  },
  {
    name: 'no look back after a commit whose answer was lost',
    file: ATTEMPT,
    find: "return isCommittedBy(workspace, held) ? 'written' : undefined;",
    replace: "return workspace.fence < 0 ? 'written' : undefined;",
  },
  {
    name: 'a commit does not recognise itself when it is run again',
    file: ATTEMPT,
    find: 'const change: Change<Settled> = isCommittedBy(workspace, held)',
    replace: 'const change: Change<Settled> = workspace.fence < 0',
  },
  {
    name: 'artifacts are overwritten instead of created',
    file: STORE,
    find: 'transaction.create(artifact, { ...document });',
    replace: 'transaction.set(artifact, { ...document });',
  },
  {
    name: 'a checkpoint is overwritten by a twin',
    file: STORE,
    find: 'await reference.create({ ...document });',
    replace: 'await reference.set({ ...document });',
  },
  {
    name: 'checkpoints are not saved',
    file: 'apps/searcher/src/search.stage.ts',
    find: 'return { findings: await job.checkpoints.save(`search.${index}`, found) };',
    replace: 'return { findings: found };',
  },
  {
    name: 'checkpoints are not read',
    file: 'apps/searcher/src/search.stage.ts',
    find: 'if (saved !== undefined) return { findings: saved };',
    replace: 'if (saved === null) return { findings: saved };',
  },
  {
    name: 'the budget is not charged',
    file: SETTLE,
    find: 'usage: addUsage(before, usage)',
    replace: 'usage: addUsage(before, { ...usage, searches: 0 })',
  },
  {
    name: 'a push has a new retry key each time',
    file: 'apps/notifier/src/notify.stage.ts',
    find: 'const retryKey = retryKeyOf(job.key, endOf(job.version, kind));',
    replace: 'const retryKey = retryKeyOf(job.key, `${kind}${job.clock.now().getTime()}`);',
  },
  {
    name: 'a page is stored without a precondition',
    file: 'libs/platform/src/report-store.ts',
    find: 'preconditionOpts: { ifGenerationMatch: 0 },',
    replace: '',
  },
  {
    name: 'the heartbeat never beats',
    file: 'libs/workspace/src/heartbeat.ts',
    find: 'const { leaseRenewMs, leaseTtlMs } = timings.stages[held.stage];',
    replace:
      'const { leaseTtlMs } = timings.stages[held.stage];\n' +
      '  const leaseRenewMs = leaseTtlMs * 1_000;',
  },
  {
    name: 'an event counts as handled without the run that it begins',
    file: 'apps/ingress/src/events/event-store.ts',
    find: 'for (const change of changes) this.workspaces.writeWithin(transaction, change);',
    replace: 'void changes;',
  },
  {
    name: 'a dead letter is acked before it is recorded',
    file: 'libs/dead-letters/src/dead-letter-archive.ts',
    find: '      const { letter, commands } = await this.#record(plain, marks, delivery.body);',
    replace:
      '      void this.#record(plain, marks, delivery.body).catch(() => undefined);\n' +
      "      if (id !== '') return known;\n" +
      '      const { letter, commands } = await this.#record(plain, marks, delivery.body);',
  },
];
