/** One entry of `details` in LINE's error body. */
export interface RefusalDetail {
  readonly message: string;
  /** Where: `to[3]`, `messages[0].text`, or for Flex a path inside the message's contents (`/body/contents/0/text`). */
  readonly property: string;
}

/** A request that LINE answers with an error status; the body has the shape of the real API. */
export class LineRefusal extends Error {
  override readonly name = 'LineRefusal';

  constructor(
    readonly status: number,
    message: string,
    readonly details: readonly RefusalDetail[] = [],
  ) {
    super(message);
  }

  /** `{message}` or `{message, details}`, as LINE sends it. */
  get body(): object {
    return this.details.length === 0
      ? { message: this.message }
      : { message: this.message, details: this.details };
  }

  /** 400 for a body that breaks the schema or a documented limit outside of messages. */
  static ofBody(details: readonly RefusalDetail[]): LineRefusal {
    return new LineRefusal(400, `The request body has ${details.length} error(s)`, details);
  }

  /**
   * 400 for faults inside message number `index`. The no-break space is LINE's own
   * (line-bot-sdk-python#314 and #646 quote such bodies).
   */
  static ofMessage(index: number, details: readonly RefusalDetail[]): LineRefusal {
    const message = `A message (messages[${index}])\u00a0in the request body is invalid`;
    return new LineRefusal(400, message, details);
  }
}
