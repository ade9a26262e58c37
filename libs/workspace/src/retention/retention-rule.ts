/** What one step of a rule did. */
export interface Removal {
  /** Things that are gone now. */
  readonly removed: number;
  /** More may be due: another step goes on. */
  readonly more: boolean;
}

/** One kind of thing that is not kept for ever. */
export interface RetentionRule {
  /** For the log. */
  readonly name: string;
  /**
   * One bounded step. Repeatable, also after a crash half way; two at once do no harm. It begins no
   * further call to the store once `stop` is aborted: the store may be closed by then.
   * @throws the client's error; what else was due in this step has been tried all the same.
   */
  remove(now: Date, stop: AbortSignal): Promise<Removal>;
}
