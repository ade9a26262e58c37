/** How bad the network between people, LINE and the bot is; perfect at first. */
export class Network {
  /**
   * What a request to the API takes longer than usual, in real milliseconds: half of it on the way to
   * LINE, half on the way back. A webhook waits as long before it leaves; LINE's patience with the bot
   * starts only then.
   */
  latencyMs = 0;
  /** True while every webhook arrives twice at the same time, both times as new (docs: receiving-messages). */
  deliversTwice = false;
}
