import { Permanent, Retryable } from '@dossier/contracts';
import { HTTPFetchError, type LineBotClient, type messagingApi } from '@line/bot-sdk';
import {
  LineCalls,
  type LineClientOptions,
  type LineEndpoint,
  type SdkAnswer,
} from '../line-client-calls.ts';
import { problemsIn } from '../line-client-validation.ts';
import { describeRefusal, repeatableErrorOf } from '../line-failure.ts';

/** The official account as LINE shows it. */
export interface BotInfo {
  readonly displayName: string;
  /** `@...`, by which people find it. */
  readonly basicId: string;
}

/** Where LINE sends the channel's webhooks. */
export interface WebhookAddress {
  readonly url: string;
  /** The console's switch "Use webhook". */
  readonly active: boolean;
}

/** What happened when LINE called the webhook to test it. */
export interface WebhookTest {
  readonly success: boolean;
  /** 0 or less when there was no answer. */
  readonly status: number;
  /** `OK`, `COULD_NOT_CONNECT`, `REQUEST_TIMEOUT`, `ERROR_STATUS_CODE` or `UNCLASSIFIED`. */
  readonly reason: string;
  readonly detail: string;
}

/** A rich menu of the channel. */
export interface ListedMenu {
  readonly id: string;
  readonly name: string;
}

const WEBHOOK = '/v2/bot/channel/webhook';
const MENU = '/v2/bot/richmenu';
const DEFAULT_MENU = '/v2/bot/user/all/richmenu';

/**
 * What operators ask LINE about a channel, and set up there. All errors are Retryable or Permanent with
 * the reasons of LineClient; unlike there, messages repeat what LINE says, since nobody's text is in it.
 */
export class LineOperator {
  readonly #calls: LineCalls;

  constructor(options: LineClientOptions) {
    this.#calls = new LineCalls(options);
  }

  /** Proves that the credentials are good. */
  async botInfo(): Promise<BotInfo> {
    const { displayName, basicId } = await this.#run(get('/v2/bot/info'), (bot) =>
      bot.getBotInfoWithHttpInfo(),
    );
    return { displayName, basicId };
  }

  /** Undefined when the channel has none. */
  webhookAddress(): Promise<WebhookAddress | undefined> {
    return unlessNotFound(async () => {
      const { endpoint, active } = await this.#run(get(`${WEBHOOK}/endpoint`), (bot) =>
        bot.getWebhookEndpointWithHttpInfo(),
      );
      return { url: endpoint, active };
    });
  }

  /** Has LINE send a signed body without events to the address that is set. At most 60 an hour. */
  async testWebhook(): Promise<WebhookTest> {
    const { success, statusCode, reason, detail } = await this.#run(
      { method: 'POST', endpoint: `${WEBHOOK}/test` },
      (bot) => bot.testWebhookEndpointWithHttpInfo({}),
    );
    return { success: success === true, status: statusCode, reason, detail };
  }

  async richMenus(): Promise<readonly ListedMenu[]> {
    const { richmenus } = await this.#run(get(`${MENU}/list`), (bot) =>
      bot.getRichMenuListWithHttpInfo(),
    );
    return richmenus.map(({ richMenuId: id, name }) => ({ id, name }));
  }

  /** The menu that everybody sees; undefined when there is none, or one that was set by hand. */
  defaultMenuId(): Promise<string | undefined> {
    return unlessNotFound(async () => {
      const { richMenuId } = await this.#run(get(DEFAULT_MENU), (bot) =>
        bot.getDefaultRichMenuIdWithHttpInfo(),
      );
      return richMenuId;
    });
  }

  /** Creates a menu with its image; nobody sees it yet. @returns its id. */
  async createMenu(menu: messagingApi.RichMenuRequest, png: Uint8Array): Promise<string> {
    const { richMenuId } = await this.#run({ method: 'POST', endpoint: MENU }, (bot) =>
      bot.createRichMenuWithHttpInfo(menu),
    );
    const image = new Blob([Uint8Array.from(png)], { type: 'image/png' });
    await this.#run({ method: 'POST', endpoint: `${MENU}/{richMenuId}/content` }, (bot) =>
      bot.setRichMenuImageWithHttpInfo(richMenuId, image),
    );
    return richMenuId;
  }

  async showToEverybody(menuId: string): Promise<void> {
    await this.#run({ method: 'POST', endpoint: `${DEFAULT_MENU}/{richMenuId}` }, (bot) =>
      bot.setDefaultRichMenuWithHttpInfo(menuId),
    );
  }

  async hideDefaultMenu(): Promise<void> {
    await this.#run({ method: 'DELETE', endpoint: DEFAULT_MENU }, (bot) =>
      bot.cancelDefaultRichMenuWithHttpInfo(),
    );
  }

  async deleteMenu(menuId: string): Promise<void> {
    await this.#run({ method: 'DELETE', endpoint: `${MENU}/{richMenuId}` }, (bot) =>
      bot.deleteRichMenuWithHttpInfo(menuId),
    );
  }

  async #run<T>(
    endpoint: LineEndpoint,
    call: (bot: LineBotClient) => Promise<SdkAnswer<T>>,
  ): Promise<T> {
    try {
      return (await this.#calls.run(endpoint, call)).body;
    } catch (thrown) {
      throw withProblems(thrown);
    }
  }
}

function get(endpoint: string): LineEndpoint {
  return { method: 'GET', endpoint };
}

function withProblems(thrown: unknown): Retryable | Permanent {
  if (!(thrown instanceof HTTPFetchError) || thrown.status !== 400) {
    return repeatableErrorOf(thrown);
  }
  const message = `${describeRefusal(thrown)}: ${problemsIn(thrown.body).join('; ')}`;
  return new Permanent('line-refused', { cause: thrown, message });
}

async function unlessNotFound<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const cause = error instanceof Permanent ? error.cause : undefined;
    if (cause instanceof HTTPFetchError && cause.status === 404) return undefined;
    throw error;
  }
}
