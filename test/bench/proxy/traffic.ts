import { STAGE_NAMES, namesOf, type StageName } from '@dossier/contracts';
import type { ProxiedCall, ProxyTap } from './grpc-proxy.ts';
import { fieldsOf, listOf, textOf } from './message-fields.ts';

/** A Commit call: what it wrote, by the documents' paths. */
export interface SeenCommit {
  readonly call: ProxiedCall;
  /** True when it ends a transaction. */
  readonly transaction: boolean;
  readonly documents: readonly string[];
  /** Events of the audit entries among them, as in `plan.claimed`. */
  readonly events: readonly string[];
}

/** A call that reads documents. */
export interface SeenRead {
  readonly call: ProxiedCall;
  /** True when it begins a transaction. */
  readonly begins: boolean;
  /** True when it is part of one, the first read included. */
  readonly transaction: boolean;
  readonly documents: readonly string[];
}

/** A Publish call, by the stage whose topic it is; undefined for another topic. */
export interface SeenPublish {
  readonly call: ProxiedCall;
  readonly topic: string;
  readonly stage: StageName | undefined;
  readonly messages: number;
}

/** A command handed to a worker. */
export interface SeenDelivery {
  readonly stage: string;
  readonly runId: string;
  readonly at: number;
}

/** Everything of interest that went through the two proxies, in order. */
export class Traffic {
  readonly commits: SeenCommit[] = [];
  readonly reads: SeenRead[] = [];
  readonly queries: ProxiedCall[] = [];
  readonly publishes: SeenPublish[] = [];
  readonly deliveries: SeenDelivery[] = [];

  /** Forgets what went before. */
  clear(): void {
    for (const list of [this.commits, this.reads, this.queries, this.publishes, this.deliveries]) {
      list.length = 0;
    }
  }

  readonly firestoreTap: ProxyTap = {
    request: (call, message) => {
      if (call.method === 'Commit') this.commits.push(commitOf(call, message));
      if (call.method === 'BatchGetDocuments') this.reads.push(readOf(call, message));
      if (call.method === 'RunQuery') this.queries.push(call);
    },
    response: () => undefined,
  };

  readonly pubsubTap: ProxyTap = {
    request: (call, message) => {
      if (call.method !== 'Publish') return;
      const topic = lastPart(textOf(fieldsOf(message)['topic']));
      const messages = listOf(fieldsOf(message)['messages']).length;
      const stage = STAGE_NAMES.find((name) => namesOf(name).topic === topic);
      this.publishes.push({ call, topic, stage, messages });
    },
    response: (call, message, at) => {
      if (call.method !== 'StreamingPull') return;
      for (const received of listOf(fieldsOf(message)['receivedMessages'])) {
        const { attributes } = fieldsOf(fieldsOf(received)['message']);
        const { stage, runId } = fieldsOf(attributes);
        this.deliveries.push({ stage: textOf(stage), runId: textOf(runId), at });
      }
    },
  };
}

function commitOf(call: ProxiedCall, message: object): SeenCommit {
  const { writes, transaction } = fieldsOf(message);
  const written = listOf(writes).map((write) => {
    const { update, delete: deleted, transform } = fieldsOf(write);
    const { name, fields } = fieldsOf(update);
    const path = textOf(name) || textOf(deleted) || textOf(fieldsOf(transform)['document']);
    return { document: shortened(path), fields: fieldsOf(fields) };
  });
  const events = written
    .filter(({ document }) => document.includes('/audit/'))
    .map(({ fields }) => textOf(fieldsOf(fields['event'])['stringValue']));
  return {
    call,
    transaction: isPresent(transaction),
    documents: written.map(({ document }) => document),
    events,
  };
}

function readOf(call: ProxiedCall, message: object): SeenRead {
  const { documents, newTransaction, transaction } = fieldsOf(message);
  const begins = newTransaction !== undefined && newTransaction !== null;
  return {
    call,
    begins,
    transaction: begins || isPresent(transaction),
    documents: listOf(documents).map((name) => shortened(textOf(name))),
  };
}

/** An absent bytes field and an empty one mean the same on the wire. */
function isPresent(field: unknown): boolean {
  return field instanceof Uint8Array && field.length > 0;
}

/** `workspaces/...` of `projects/P/databases/D/documents/workspaces/...`. */
function shortened(name: string): string {
  return name.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '');
}

function lastPart(name: string): string {
  return name.split('/').at(-1) ?? '';
}
