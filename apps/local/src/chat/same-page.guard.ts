import { isIP } from 'node:net';
import {
  ForbiddenException,
  Inject,
  Injectable,
  UnsupportedMediaTypeException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';

/**
 * Lets only the chat page itself use the chat: the server listens on this machine, where any web page
 * that happens to be open could call it. Three rules: the Host is one that no stranger can register
 * (else a page could point its own name at 127.0.0.1), the browser does not say that the request comes
 * from elsewhere, and what changes something is JSON, which no plain HTML form can send.
 */
@Injectable()
export class SamePageGuard implements CanActivate {
  constructor(@Inject(CHAT_SETTINGS) private readonly settings: ChatSettings) {}

  /** @throws ForbiddenException 403, UnsupportedMediaTypeException 415. */
  canActivate(context: ExecutionContext): boolean {
    const { method, headers, hostname, host } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!this.#isOwnHost(hostname)) {
      throw new ForbiddenException(`請改用 http://localhost 或 IP 位址開啟（不接受 ${hostname}）`);
    }
    const reading = method === 'GET' || method === 'HEAD';
    if (!comesFromPage(headers['sec-fetch-site'], headers.origin, host, reading)) {
      throw new ForbiddenException('只接受對話頁面本身送出的要求');
    }
    if (!reading && !/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
      throw new UnsupportedMediaTypeException('內容必須是 JSON（application/json）');
    }
    return true;
  }

  #isOwnHost(hostname: string): boolean {
    const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
    const local = !name.includes('.') || name.endsWith('.localhost');
    return local || isIP(name) !== 0 || this.settings.hosts.includes(name);
  }
}

/** Browsers set both headers themselves; a page cannot forge them. Sec-Fetch-Site is absent on plain http to other machines. */
function comesFromPage(
  fetchSite: string | string[] | undefined,
  origin: string | undefined,
  host: string,
  reading: boolean,
): boolean {
  if (fetchSite !== undefined) {
    return fetchSite === 'same-origin' || (reading && fetchSite === 'none');
  }
  if (origin === undefined) return reading;
  return URL.canParse(origin) && new URL(origin).host === host;
}
