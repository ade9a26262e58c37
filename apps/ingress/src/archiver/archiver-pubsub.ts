import { PubSub } from '@google-cloud/pubsub';

/** The archiver's own client: the pulls of the stages are closed later than its own. */
export class ArchiverPubSub extends PubSub {}
