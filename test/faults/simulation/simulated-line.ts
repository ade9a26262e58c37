import type { SimulatedProcess } from './simulated-process.ts';

/** A push that LINE accepted. */
export interface AcceptedPush {
  readonly to: string;
  readonly retryKey: string;
  readonly messages: unknown;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * LINE's API as the product's real client sees it through `fetch`: a push whose retry key was accepted
 * before is answered 409 and not sent again
 * (https://developers.line.biz/en/docs/messaging-api/retrying-api-request/).
 */
export class SimulatedLine {
  readonly pushes: AcceptedPush[] = [];
  readonly #processes = new Map<string, SimulatedProcess>();

  /** The address under which a process reaches LINE: it says who calls. */
  addressFor(process: SimulatedProcess): string {
    const host = `line-${process.name.toLowerCase()}.example`;
    this.#processes.set(host, process);
    return `http://${host}`;
  }

  /** Stands in for `fetch` while a world runs. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const process = this.#processes.get(url.host);
    if (process === undefined) throw new TypeError(`nobody listens at ${url.host}`);
    const answer = await process.call<Answer>({
      name: `LINE ${url.pathname.split('/').slice(3).join('/')}`,
      effect: () => this.#answer(url.pathname, init),
      refusals: [() => new TypeError('fetch failed')],
      lostAnswers: [
        () => new DOMException('LINE is silent', 'TimeoutError'),
        () => new TypeError('fetch failed'),
      ],
      variants: [{ name: 'answered 500', cost: 'attempt', effect: () => ({ status: 500 }) }],
    });
    return asResponse(answer);
  };

  #answer(path: string, init: RequestInit | undefined): Answer {
    if (path !== '/v2/bot/message/push') return { status: 200 };
    const retryKey = new Headers(init?.headers).get('x-line-retry-key') ?? '';
    if (this.pushes.some((push) => push.retryKey === retryKey)) {
      return { status: 409, headers: { 'x-line-accepted-request-id': `accepted-${retryKey}` } };
    }
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    const { to, messages } = { to: '', messages: [], ...(body as object) };
    this.pushes.push({ to, retryKey, messages });
    return { status: 200, headers: { 'x-line-request-id': `request-${retryKey}` } };
  }
}

/** As much of a Response as the SDK reads: a real one reads its body on the real event loop. */
function asResponse({ status, headers = {} }: Answer): Response {
  const text = (): Promise<string> => Promise.resolve('{}');
  const response: Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'> = {
    ok: status < 300,
    status,
    statusText: '',
    headers: new Headers(headers),
    text,
  };
  return response as Response;
}
