import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
  Sse,
  UseGuards,
  ValidationPipe,
  type MessageEvent,
} from '@nestjs/common';
import type { WebhookResult } from '@dossier/fake-line';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { ChatFeed, type ChatSnapshot } from './chat-feed.ts';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';
import { SendPostbackDto, SendTextDto } from './chat-requests.dto.ts';
import { PageFiles } from './page-files.ts';
import { SamePageGuard } from './same-page.guard.ts';

/** Nothing from elsewhere, nothing inline: what a bot sends can at worst look odd. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const validated = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });

/** The answer to a message or a tap; the page learns the same from its event stream. */
type WebhookAnswer = Pick<WebhookResult, 'ok' | 'status' | 'reason'>;

/** The simulator's chat page and what it calls. */
@Controller()
export class ChatController {
  constructor(
    @Inject(CHAT_SETTINGS) private readonly settings: ChatSettings,
    private readonly feed: ChatFeed,
    private readonly files: PageFiles,
  ) {}

  @Get()
  page(@Res() reply: FastifyReply): Promise<void> {
    return this.#send(reply, 'chat.html');
  }

  @Get('chat/history')
  @UseGuards(SamePageGuard)
  history(): ChatSnapshot {
    return this.feed.snapshot();
  }

  @Sse('chat/events')
  @UseGuards(SamePageGuard)
  events(
    @Headers('last-event-id') lastEventId?: string,
    @Query('after') after?: string,
  ): Observable<MessageEvent> {
    return this.feed.stream(entryIdIn(lastEventId ?? after));
  }

  @Post('chat/messages')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async sendText(@Body(validated) { text }: SendTextDto): Promise<WebhookAnswer> {
    const { fakeLine, userId } = this.settings;
    return answerOf(await fakeLine.sendText({ userId }, text));
  }

  @Post('chat/postbacks')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async sendPostback(@Body(validated) body: SendPostbackDto): Promise<WebhookAnswer> {
    const { fakeLine, userId } = this.settings;
    return answerOf(await fakeLine.sendPostback({ userId }, body.data, body.displayText));
  }

  @Get('chat/:file')
  file(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    return this.#send(reply, file);
  }

  async #send(reply: FastifyReply, name: string): Promise<void> {
    const file = this.files.find(name);
    if (file === undefined) throw new NotFoundException(`The chat page has no file "${name}".`);
    await reply
      .header('content-type', file.contentType)
      .header('content-security-policy', PAGE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'no-cache')
      .send(file.body);
  }
}

/** A cursor from the browser; anything odd starts from the beginning. */
function entryIdIn(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

function answerOf({ ok, status, reason }: WebhookResult): WebhookAnswer {
  return { ok, status, reason };
}
