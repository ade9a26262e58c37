import { AsyncLocalStorage } from 'node:async_hooks';
import { Firestore } from '@google-cloud/firestore';
import { Message } from '@google-cloud/pubsub';
import { Subscriber } from '@google-cloud/pubsub/build/src/subscriber.js';
import {
  runIdOf,
  type Delivery,
  type Plan,
  type QueryGroup,
  type RunId,
  type RunKey,
  type StageCommand,
} from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { LineClient } from '@dossier/line';
import { PubSubCommandPublisher, PubSubDeadLetters } from '@dossier/messaging';
import { ReportStore } from '@dossier/platform';
import { CallRecords, StageRunner, Sweeper, WorkspaceStore, type Change } from '@dossier/workspace';
import { PaidResearch } from '../paid-research.ts';
import type { CrashSite } from './crash-site.ts';
import { replaceMethod } from './replace-method.ts';
import { transitionOf } from './transition-of.ts';

/** What goes on, known wherever its asynchronous work leads. */
interface Scene {
  /** A stage, `ingress` or `sweep`. */
  readonly place: string;
  readonly runId: string | undefined;
  /** Inside a call that has a name. */
  readonly named: boolean;
}

/** The transition that a Firestore transaction has decided on so far. */
interface Decision {
  made: { readonly runId: string; readonly transition: string } | undefined;
  /** The point of the decision was stopped at. */
  told: boolean;
}

const scenes = new AsyncLocalStorage<Scene>();
const decisions = new AsyncLocalStorage<Decision>();

/** What goes on now; undefined for what belongs to no run: warm-up, polling, acks in batches. */
export function sceneNow(): Scene | undefined {
  return scenes.getStore();
}

/**
 * Gives a name to every call by which the stage protocol, the stages, the sweep and the ingress reach
 * out of this process, and stops at `site` before and after each. Only for a process of its own: the
 * classes stay changed.
 */
export function nameBoundaries(site: CrashSite): void {
  const reach = async (what: string, runId?: string, last?: () => void): Promise<void> => {
    const scene = scenes.getStore();
    const run = runId ?? scene?.runId;
    if (scene === undefined || run === undefined) return last?.();
    await site.reach(run, scene.place, what, last);
  };
  /** Points before and after each call of a method. */
  const around = <A extends readonly unknown[]>(
    prototype: object,
    method: string,
    nameOf: (...args: A) => string,
    runOf: (...args: A) => string | undefined = () => undefined,
  ): void =>
    replaceMethod<A, Promise<unknown>>(prototype, method, (original) => async (self, ...args) => {
      const [name, runId] = [nameOf(...args), runOf(...args)];
      await reach(`${name}.before`, runId);
      const result = await named(() => original(self, ...args));
      await reach(`${name}.after`, runId);
      return result;
    });

  nameTransactions(site, reach);
  nameDeliveries(reach);
  nameIngress(reach);
  replaceMethod<unknown[], Promise<unknown>>(
    Sweeper.prototype,
    'sweep',
    (original) =>
      (self, ...args) =>
        scenes.run({ place: 'sweep', runId: undefined, named: false }, () =>
          original(self, ...args),
        ),
  );
  // The sweep's look for what is due belongs to no run.
  around(WorkspaceStore.prototype, 'due', () => 'due');
  around<[RunKey, string]>(
    WorkspaceStore.prototype,
    'readArtifact',
    (_key, name) => `read[${name}]`,
  );
  around<[RunKey, string]>(
    WorkspaceStore.prototype,
    'createArtifact',
    (_key, name) => `save[${name}]`,
  );
  around(CallRecords.prototype, 'spentOn', () => 'read[ledger]');
  around<[StageCommand]>(
    PubSubCommandPublisher.prototype,
    'publish',
    ({ stage }) => `publish[${stage}]`,
    ({ runId }) => runId,
  );
  around(PaidResearch.prototype, 'plan', () => 'ask[plan]');
  around<[Plan, QueryGroup]>(
    PaidResearch.prototype,
    'search',
    ({ groups }, group) => `ask[search.${groups.findIndex(({ id }) => id === group.id)}]`,
  );
  around(PaidResearch.prototype, 'compare', () => 'ask[compare]');
  around(PaidResearch.prototype, 'write', () => 'ask[write]');
  around<[string]>(ReportStore.prototype, 'createOnce', (name) => `store[${shortOf(name)}]`);
  around<[string]>(ReportStore.prototype, 'replaceIfNewer', (name) => `store[${shortOf(name)}]`);
  around(LineClient.prototype, 'audienceOf', () => 'audience');
  around(LineClient.prototype, 'quota', () => 'quota');
  around(LineClient.prototype, 'push', () => 'push');
  around(LineClient.prototype, 'reply', () => 'reply');
  around(LineClient.prototype, 'startLoading', () => 'loading');
  around(ingressClass('EventStore').prototype as object, 'rememberAnswers', () => 'remember');
}

type Reach = (what: string, runId?: string, last?: () => void) => Promise<void>;

/** `reports/RUN/v1/report.md` -> `v1/report.md` */
function shortOf(object: string): string {
  return object.split('/').slice(2).join('/');
}

/** Runs a call that has a name. */
function named<T>(call: () => T): T {
  const scene = scenes.getStore();
  return scene === undefined ? call() : scenes.run({ ...scene, named: true }, call);
}

/** `X.decided`: all is written but not committed. `X.written`: the store has confirmed. */
function nameTransactions(site: CrashSite, reach: Reach): void {
  type Decide = (workspace: unknown) => object;
  replaceMethod<[unknown, RunId, Decide, ...unknown[]], Promise<unknown>>(
    WorkspaceStore.prototype,
    'changeWithin',
    (original) =>
      async (self, transaction, runId, decide, ...rest) => {
        if (scenes.getStore()?.place === 'sweep' && site.isPostponed(runId)) {
          throw new Error('the sweep of this run waits for the other runs of its batch');
        }
        let transition = 'look';
        const noting: Decide = (workspace) => {
          const change = decide(workspace);
          transition = transitionOf(change);
          return change;
        };
        const result = await original(self, transaction, runId, noting, ...rest);
        const decision = decisions.getStore();
        if (decision !== undefined)
          Object.assign(decision, { made: { runId, transition }, told: true });
        await reach(`${transition}.decided`, runId);
        return result;
      },
  );
  // The ingress decides on several documents at once, and writes a workspace beside others.
  replaceMethod<[unknown, Change<unknown>, ...unknown[]], void>(
    WorkspaceStore.prototype,
    'writeWithin',
    (original) =>
      (self, transaction, change, ...rest) => {
        original(self, transaction, change, ...rest);
        const decision = decisions.getStore();
        const runId = change.workspace?.runId;
        if (decision === undefined || runId === undefined) return;
        decision.made ??= { runId, transition: transitionOf(change) };
      },
  );
  replaceMethod<[(transaction: unknown) => Promise<unknown>, ...unknown[]], Promise<unknown>>(
    Firestore.prototype,
    'runTransaction',
    (original) =>
      async (self, work, ...args) => {
        const decision: Decision = { made: undefined, told: false };
        const tellingWork = async (transaction: unknown): Promise<unknown> => {
          Object.assign(decision, { made: undefined, told: false });
          const result = await work(transaction);
          const { made, told } = decision;
          if (made !== undefined && !told) await reach(`${made.transition}.decided`, made.runId);
          return result;
        };
        const result = await decisions.run(decision, () =>
          named(() => original(self, tellingWork, ...args)),
        );
        if (decision.made !== undefined) {
          await reach(`${decision.made.transition}.written`, decision.made.runId);
        }
        return result;
      },
  );
}

/** A delivery from its start to its ack: handed to the client, and sent. */
function nameDeliveries(reach: Reach): void {
  const settled = new Map<string, Scene>();
  const settledScene = <T>({ id }: { readonly id: string }, act: () => T): T => {
    const scene = settled.get(id);
    return scene === undefined ? act() : scenes.run(scene, act);
  };
  replaceMethod<[string, unknown, Delivery, AbortSignal], Promise<unknown>>(
    StageRunner.prototype,
    'handle',
    (original) => (self, name, stage, delivery, shutdown) => {
      const scene = { place: name, runId: runIdIn(delivery.body), named: false };
      settled.set(delivery.messageId, scene);
      return scenes.run(scene, async () => {
        await reach('deliver.begun');
        const outcome = await original(self, name, stage, delivery, shutdown);
        await reach('deliver.ended');
        return outcome;
      });
    },
  );
  replaceMethod<[Delivery, ...unknown[]], Promise<unknown>>(
    PubSubDeadLetters.prototype,
    'put',
    (original) =>
      (self, delivery, ...rest) =>
        settledScene({ id: delivery.messageId }, async () => {
          await reach('dead-letter.before');
          await named(() => original(self, delivery, ...rest));
          await reach('dead-letter.after');
        }),
  );
  for (const end of ['ack', 'nack']) {
    replaceMethod<[], void>(Message.prototype, end, (original) => (self) => {
      if (!(self instanceof Message)) throw new Error(`${end} of what is no message`);
      settledScene(self, () => void reach(`${end}.given`, undefined, () => original(self)));
    });
    replaceMethod<[Message], Promise<void>>(
      Subscriber.prototype,
      end,
      (original) => async (self, message) => {
        await settledScene(message, () => named(() => original(self, message)));
        await settledScene(message, () => reach(`${end}.sent`));
        settled.delete(message.id);
      },
    );
  }
}

/** A webhook from its arrival to its answer. */
function nameIngress(reach: Reach): void {
  replaceMethod<[Uint8Array], Promise<unknown>>(
    ingressClass('WebhookService').prototype as object,
    'accept',
    (original) => (self, body) =>
      scenes.run({ place: 'ingress', runId: runOfWebhook(body), named: false }, async () => {
        await reach('webhook.begun');
        const result = await original(self, body);
        await reach('webhook.ended');
        return result;
      }),
  );
}

/** A class of the ingress, which tells others its module only. */
function ingressClass(name: string): { readonly prototype: unknown } {
  const providers: unknown = Reflect.getMetadata('providers', IngressModule);
  const classes = Array.isArray(providers) ? (providers as readonly unknown[]) : [];
  const found = classes.find((each) => typeof each === 'function' && each.name === name);
  if (typeof found !== 'function') throw new Error(`IngressModule has no ${name}`);
  return found;
}

function runIdIn(body: Uint8Array): string | undefined {
  return /"runId":"([^"]+)"/.exec(Buffer.from(body).toString('utf8'))?.[1];
}

/** Tests send one event per webhook. */
function runOfWebhook(body: Uint8Array): string | undefined {
  const id = /"webhookEventId":"([^"]+)"/.exec(Buffer.from(body).toString('utf8'))?.[1];
  return id === undefined ? undefined : runIdOf(id);
}
