import type { FaultPlan, HeldMessage, WireCall } from './fault.ts';
import { FAULT_KINDS, type FaultKind, type FaultName } from './fault-kinds.ts';
import { SeededChoices, type Numbers } from './seeded-choices.ts';
import {
  ackIdsOf,
  commitFactsOf,
  documentsReadBy,
  messagesOf,
  type Delivered,
  type StreamingPullAnswer,
} from './wire-messages.ts';
import { loadProtocol, type ProtocolName } from './wire-protocol.ts';

/**
 * How likely a fault is (0 to 1) in the `nth` call, from 1, that it fits and that is about `run`;
 * undefined for calls that are about no run in particular, such as the opening of a stream.
 */
export type OddsOf = (run: string | undefined, fault: FaultName, nth: number) => number;

const WORKSPACE = /\/workspaces\/([^/]+)/;

/** What a call is about: its runs, and a text that is the same whenever the same is done again. */
interface Subject {
  readonly runs: readonly string[];
  readonly text: string;
}

/** Plans in which faults strike by a seed; the same for both protocols of one cloud. */
export class SeededFaults {
  readonly #odds: OddsOf;
  readonly #choices: SeededChoices;
  readonly #struck = new Map<string, number>();
  readonly #fitted = new Map<string, number>();
  /** Whose delivery an ack id stands for. */
  readonly #runOfAckId = new Map<string, string>();

  constructor(seed: number, odds: OddsOf) {
    this.#choices = new SeededChoices(seed);
    this.#odds = odds;
  }

  /** How often a fault has struck a run (undefined: calls that are about none). */
  timesStruck(fault: FaultName, run: string | undefined): number {
    return this.#struck.get(`${fault} ${run}`) ?? 0;
  }

  /** The plan for the proxy of one protocol. */
  planFor(protocol: ProtocolName): FaultPlan {
    const kinds = Object.entries(FAULT_KINDS).filter(
      (entry): entry is [FaultName, FaultKind] => entry[1].protocol === protocol,
    );
    const strike = <T>(
      { method, ...subject }: Subject & { method: string },
      make: (kind: FaultKind, numbers: Numbers) => T | undefined,
    ): T | undefined => {
      for (const [name, kind] of kinds) {
        if (!kind.methods.includes(method)) continue;
        const numbers = this.#choices.for(`${name} ${subject.text}`);
        const fault = make(kind, numbers);
        if (fault !== undefined && this.#strikes(name, subject.runs, numbers)) return fault;
      }
      return undefined;
    };
    const hold = holder((delivered) => {
      const run = delivered.message?.attributes?.['runId'];
      if (run === undefined) return 0;
      if (delivered.ackId !== undefined) this.#runOfAckId.set(delivered.ackId, run);
      const subject = { method: 'StreamingPull', runs: [run], text: bodyOf(delivered.message) };
      return strike(subject, (kind, numbers) => kind.holdMs?.(numbers)) ?? 0;
    });
    return {
      unary: (call) =>
        strike({ method: call.method, ...this.#subjectOf(call) }, (kind, numbers) =>
          kind.unary?.(numbers),
        ),
      stream: (call) =>
        strike({ method: call.method, ...this.#subjectOf(call) }, (kind, numbers) =>
          kind.stream?.(numbers),
        ),
      hold: (method, answer) => (method === 'StreamingPull' ? hold(answer) : undefined),
    };
  }

  #strikes(name: FaultName, runs: readonly string[], numbers: Numbers): boolean {
    const concerned = runs.length === 0 ? [undefined] : runs;
    const number = numbers();
    const hit = concerned.filter((run) => {
      const nth = increased(this.#fitted, `${name} ${run}`);
      return number < this.#odds(run, name, nth);
    });
    if (hit.length === 0) return false;
    for (const run of concerned) increased(this.#struck, `${name} ${run}`);
    return true;
  }

  #subjectOf(call: WireCall): Subject {
    const documents = [...(commitFactsOf(call)?.documents ?? documentsReadBy(call))];
    const messages = messagesOf(call);
    const runs = [
      ...documents.map((name) => WORKSPACE.exec(name)?.[1]),
      ...messages.map(({ attributes }) => attributes?.['runId']),
      ...ackIdsOf(call).map((id) => this.#runOfAckId.get(id)),
    ].filter((run) => run !== undefined);
    const known = [...new Set(runs)].sort();
    const texts = [call.method, ...known, ...documents.sort(), ...messages.map(bodyOf)];
    return { runs: known, text: texts.join(' ') };
  }
}

function increased(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function bodyOf(message: Delivered['message']): string {
  return message?.data?.toString('utf8') ?? '';
}

/** Takes answers of StreamingPull apart, so that each message can be held for a time of its own. */
function holder(msOf: (delivered: Delivered) => number) {
  const method = loadProtocol('pubsub').find(({ name }) => name === 'StreamingPull');
  if (method === undefined) throw new Error('the installed client has no StreamingPull');
  return (bytes: Buffer): readonly HeldMessage[] => {
    const answer = method.decodeAnswer(bytes) as StreamingPullAnswer;
    const messages = (answer.receivedMessages ?? []).map((delivered) => ({
      delivered,
      afterMs: msOf(delivered),
    }));
    const atOnce = messages.filter(({ afterMs }) => afterMs === 0);
    if (atOnce.length === messages.length) return [{ bytes, afterMs: 0 }];
    const part = (some: typeof messages): Buffer =>
      method.encodeAnswer({ ...answer, receivedMessages: some.map(({ delivered }) => delivered) });
    return [
      { bytes: part(atOnce), afterMs: 0 },
      ...messages
        .filter(({ afterMs }) => afterMs > 0)
        .map((held) => ({ bytes: part([held]), afterMs: held.afterMs })),
    ];
  };
}
