import { grpcError } from './grpc-error.ts';
import type { Handed, PubSubServer } from './pubsub-server.ts';
import type { SimulatedProcess } from './simulated-process.ts';

type Listener = (message: SimulatedMessage) => void;

/** Pub/Sub as one process's client sees it: the calls that `SubscriptionHost` and the publishers make. */
export class SimulatedPubSub {
  readonly projectId = 'simulation';

  constructor(
    private readonly process: SimulatedProcess,
    private readonly server: PubSubServer,
  ) {}

  topic(topic: string) {
    return {
      publishMessage: ({
        data,
        attributes,
      }: {
        data: Uint8Array;
        attributes: Readonly<Record<string, string>>;
      }): Promise<string> => {
        const publish = (copies: number): string =>
          this.server.publish({ topic, data, attributes }, copies);
        return this.process.call({
          name: `publish ${topic}`,
          effect: () => publish(1),
          refusals: [() => grpcError('UNAVAILABLE', 'Pub/Sub is away')],
          lostAnswers: [() => grpcError('UNAVAILABLE', 'Pub/Sub is away')],
          cost: 'command',
          variants: [
            { name: 'copied', cost: 'nothing', effect: (strength) => publish(2 + (strength % 4)) },
          ],
        });
      },
    };
  }

  subscription(name: string, { maxExtensionTime }: { maxExtensionTime: { milliseconds: number } }) {
    const listeners: Listener[] = [];
    let opened = false;
    const stream = {
      process: this.process,
      maxExtensionMs: maxExtensionTime.milliseconds,
      hand: (delivery: Handed) => {
        const message = new SimulatedMessage(this.process, delivery);
        for (const listener of listeners) listener(message);
      },
    };
    return {
      on: (event: 'message' | 'error', listener: Listener): void => {
        if (event !== 'message') return;
        listeners.push(listener);
        if (!opened) this.server.attach(name, stream);
        opened = true;
      },
    };
  }
}

/** A delivery as the client hands it over. Its ack or nack is on its own from then on. */
export class SimulatedMessage {
  readonly id: string;
  readonly data: Buffer;
  readonly attributes: Readonly<Record<string, string>>;
  readonly deliveryAttempt: number;

  constructor(
    private readonly process: SimulatedProcess,
    private readonly delivery: Handed,
  ) {
    const { message, attempt } = delivery;
    this.id = message.id;
    this.data = Buffer.from(message.data);
    this.attributes = message.attributes;
    this.deliveryAttempt = attempt;
  }

  ack(): void {
    this.#settle('ack', true);
  }

  nack(): void {
    this.#settle('nack', false);
  }

  #settle(name: string, acked: boolean): void {
    void this.process.call({
      name: `${name} ${this.id}`,
      effect: () => this.delivery.settle(acked),
      variants: [{ name: 'lost', cost: 'command', effect: () => undefined }],
    });
  }
}
