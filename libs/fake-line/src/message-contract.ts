import type { messagingApi } from '@line/bot-sdk';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { LineRefusal, type RefusalDetail } from './line-refusal.ts';
import { checkMessageLimits } from './message-limits.ts';
import { checkRichMenuLimits } from './rich-menu-limits.ts';
import type { RichMenu } from './rich-menus.ts';
import { loadMessageSchema, type MessageSchema } from './message-schema.ts';

/** The request bodies that the stand-in understands, by the name of their SDK type. */
interface RequestBodies {
  reply: messagingApi.ReplyMessageRequest;
  push: messagingApi.PushMessageRequest;
  multicast: messagingApi.MulticastRequest;
  validate: messagingApi.ValidateMessageRequest;
  loading: messagingApi.ShowLoadingAnimationRequest;
  markAsRead: messagingApi.MarkMessagesAsReadByTokenRequest;
  richMenu: RichMenu;
  webhookEndpoint: messagingApi.SetWebhookEndpointRequest;
  webhookTest: messagingApi.TestWebhookEndpointRequest;
}

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };
const MESSAGES = {
  type: 'array',
  minItems: 1,
  maxItems: 5,
  items: { $ref: 'line#/definitions/Message' },
};
const NOTIFICATION = { notificationDisabled: { type: 'boolean' } };
const AGGREGATION = { customAggregationUnits: { type: 'array', items: TEXT } };

/** The envelopes are few and small: written by hand they cost nothing at start, generated ones seconds. */
const ENVELOPES = {
  reply: closed({ replyToken: TEXT, messages: MESSAGES }, NOTIFICATION),
  push: closed({ to: TEXT, messages: MESSAGES }, { ...NOTIFICATION, ...AGGREGATION }),
  multicast: closed(
    { to: { type: 'array', minItems: 1, maxItems: 500, items: TEXT }, messages: MESSAGES },
    { ...NOTIFICATION, ...AGGREGATION },
  ),
  validate: closed({ messages: MESSAGES }),
  loading: closed({ chatId: TEXT }, { loadingSeconds: { type: 'integer' } }),
  markAsRead: closed({ markAsReadToken: TEXT }),
  richMenu: closed({
    size: closed({ width: WHOLE, height: WHOLE }),
    selected: { type: 'boolean' },
    name: TEXT,
    chatBarText: TEXT,
    areas: {
      type: 'array',
      maxItems: 20,
      items: closed({
        bounds: closed({ x: WHOLE, y: WHOLE, width: WHOLE, height: WHOLE }),
        action: { $ref: 'line#/definitions/Action' },
      }),
    },
  }),
  webhookEndpoint: closed({ endpoint: TEXT }),
  webhookTest: closed({}, { endpoint: TEXT }),
} as const satisfies Record<keyof RequestBodies, object>;

/** What LINE accepts as a request body: its own types, closed, and the limits that its documentation adds. */
export class MessageContract {
  readonly #validators = new Map<keyof RequestBodies, ValidateFunction>();
  readonly #ajv: Ajv;

  private constructor(schema: MessageSchema) {
    this.#ajv = new Ajv({ strict: false, allErrors: true, discriminator: true });
    this.#ajv.addSchema({ ...schema, $id: 'line' });
  }

  /** Ready to check; the first call after an SDK update takes some seconds (see loadMessageSchema). */
  static async load(): Promise<MessageContract> {
    return new MessageContract(await loadMessageSchema());
  }

  /**
   * The body, typed, when LINE would take it.
   * @throws LineRefusal 400 with the faults, in LINE's shape.
   */
  check<K extends keyof RequestBodies>(kind: K, body: unknown): RequestBodies[K] {
    const validate = this.#validatorOf(kind);
    if (!isOf<RequestBodies[K]>(validate, body)) {
      throw LineRefusal.ofBody(detailsOf(validate.errors ?? []));
    }
    const request: RequestBodies[keyof RequestBodies] = body;
    if ('messages' in request) checkMessages(request.messages);
    return body;
  }

  /** As `check`, for a rich menu with its limits. */
  checkRichMenu(body: unknown): RichMenu {
    const menu = this.check('richMenu', body);
    const faults = checkRichMenuLimits(menu);
    if (faults.length > 0) throw LineRefusal.ofBody(faults);
    return menu;
  }

  /** Compiled at first use: most tests send one or two kinds of request. */
  #validatorOf(kind: keyof RequestBodies): ValidateFunction {
    const known = this.#validators.get(kind);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile(ENVELOPES[kind]);
    this.#validators.set(kind, compiled);
    return compiled;
  }
}

function closed(required: object, optional: object = {}): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** The schemas are made from (or written after) the SDK types, so a valid value has that type. */
function isOf<T>(validate: ValidateFunction, body: unknown): body is T {
  return validate(body);
}

function checkMessages(messages: readonly messagingApi.Message[]): void {
  for (const [index, message] of messages.entries()) {
    const faults = checkMessageLimits(message);
    if (faults.length > 0) throw LineRefusal.ofMessage(index, faults);
  }
}

function detailsOf(errors: readonly ErrorObject[]): RefusalDetail[] {
  return errors.map((error) => {
    const { additionalProperty, missingProperty, tag } = paramsOf(error);
    const property = additionalProperty ?? missingProperty ?? tag;
    const inside = typeof property === 'string' ? `/${property}` : '';
    return { message: messageOf(error), property: dotted(error.instancePath + inside) };
  });
}

function messageOf(error: ErrorObject): string {
  const limit = String(error.params['limit']);
  switch (error.keyword) {
    case 'additionalProperties':
      return 'unknown field';
    case 'required':
      return 'must be specified';
    case 'minItems':
      return `Size must not be below ${limit}`;
    case 'maxItems':
      return `Size must be between 1 and ${limit}`;
    default:
      return error.message ?? 'invalid property';
  }
}

/** ajv types the parameters of an error as `any`; what is in them depends on the keyword. */
function paramsOf({ params }: ErrorObject): Record<string, unknown> {
  return params;
}

/** `/messages/0/text` as LINE writes it: `messages[0].text`. */
function dotted(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}
