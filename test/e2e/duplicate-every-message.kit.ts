import { PubSub, type Message } from '@google-cloud/pubsub';
import { namesOf, STAGE_NAMES } from '@dossier/contracts';

/** Publishes a copy of every command on its own topic, so that each reaches its worker twice. */
export async function duplicateEveryMessage(address: string, projectId: string) {
  const pubsub = new PubSub({ projectId, apiEndpoint: address });
  let copies = 0;
  const subscriptions = await Promise.all(
    STAGE_NAMES.map(async (stage) => {
      const topic = pubsub.topic(namesOf(stage).topic);
      const [subscription] = await topic.createSubscription(`${stage}-duplicator`);
      subscription.on('message', (message: Message) => {
        message.ack();
        if (message.attributes['copy'] !== undefined) return;
        copies += 1;
        const attributes = { ...message.attributes, copy: '1' };
        void topic.publishMessage({ data: message.data, attributes });
      });
      return subscription;
    }),
  );
  return {
    copies: () => copies,
    async close(): Promise<void> {
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
      await pubsub.close();
    },
  };
}
