interface Closable {
  close(): Promise<void>;
}

/** Things that were started together and end together. */
export class ServerGroup {
  readonly #members: Closable[] = [];
  #closing: Promise<void> | undefined;

  /** Keeps what has started, to close it later. */
  add<T extends Closable>(member: T): T {
    this.#members.push(member);
    return member;
  }

  /**
   * Closes every member, last added first, also after one has failed; a second call waits for the
   * first. @throws AggregateError with the failures.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const member of this.#members.toReversed()) {
      await member.close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything closed cleanly');
  }
}
