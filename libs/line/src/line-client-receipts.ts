/** LINE's proof that it accepted a request to send. */
export interface SendReceipt {
  /** LINE's ids of the messages, in their order; replies that quote them carry these. Empty when LINE names none. */
  readonly messageIds: readonly string[];
  /** LINE's id of the accepted request, for its support. */
  readonly requestId: string | null;
}

/** How a push ended well. */
export interface PushReceipt extends SendReceipt {
  /** `already-sent`: an earlier attempt with the same retry key had been accepted. */
  readonly status: 'sent' | 'already-sent';
}

/** The receipt in an answer of LINE. A body that says nothing about messages takes nothing from it. */
export function sendReceiptOf(
  headers: Headers,
  body: unknown,
  requestIdHeader = 'x-line-request-id',
): SendReceipt {
  return { messageIds: messageIdsIn(body), requestId: headers.get(requestIdHeader) };
}

/** The receipt of the accepted request that a 409 repeats; its body comes as text. */
export function repeatedReceiptOf(headers: Headers, body: string): SendReceipt {
  return sendReceiptOf(headers, parse(body), 'x-line-accepted-request-id');
}

function messageIdsIn(body: unknown): readonly string[] {
  const sent = field(body, 'sentMessages');
  if (!Array.isArray(sent)) return [];
  return sent.map((each: unknown) => field(each, 'id')).filter((id) => typeof id === 'string');
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** A 409 proves the delivery by its status: a body that is no JSON does not take that away. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
