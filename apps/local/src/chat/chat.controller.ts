import {
  BadRequestException,
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
  type MessageEvent,
} from '@nestjs/common';
import { messageIdOf } from '@dossier/fake-line';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { GROUP } from './chat-cast.ts';
import { ChatFeed, type ChatSnapshot } from './chat-feed.ts';
import { CHAT_SETTINGS, type ChatSettings } from './chat-options.ts';
import {
  EditDto,
  SendPostbackDto,
  SendStickerDto,
  SendTextDto,
  UnsendDto,
} from './chat-requests.dto.ts';
import { PageFiles } from './page-files.ts';
import { SamePageGuard } from './same-page.guard.ts';
import { speakerIn } from './speaker-in.ts';
import { answerOf, validated, type WebhookAnswer } from './webhook-answer.ts';

/** Nothing from elsewhere, nothing inline: what a bot sends can at worst look odd. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

  @Get('chat/state')
  @UseGuards(SamePageGuard)
  state(): ChatSnapshot {
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
  async sendText(@Body(validated) body: SendTextDto): Promise<WebhookAnswer> {
    const { fakeLine } = this.settings;
    const speaker = speakerIn(body, fakeLine);
    const mention = this.#mentionIn(body);
    const message = { mention, quotedMessageId: body.quotes };
    return answerOf(await fakeLine.sendText(speaker, body.text, { message }));
  }

  @Post('chat/stickers')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async sendSticker(@Body(validated) body: SendStickerDto): Promise<WebhookAnswer> {
    const { fakeLine } = this.settings;
    return answerOf(await fakeLine.sendMedia(speakerIn(body, fakeLine), 'sticker'));
  }

  @Post('chat/postbacks')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async sendPostback(@Body(validated) body: SendPostbackDto): Promise<WebhookAnswer> {
    const { fakeLine } = this.settings;
    const speaker = speakerIn(body, fakeLine);
    return answerOf(await fakeLine.sendPostback(speaker, body.data, body.displayText));
  }

  @Post('chat/unsend')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async unsend(@Body(validated) body: UnsendDto): Promise<WebhookAnswer> {
    const { fakeLine } = this.settings;
    const speaker = speakerIn(body, fakeLine);
    this.#refuseUnlessOwn(body);
    return answerOf(await fakeLine.unsend(speaker, body.messageId));
  }

  @Post('chat/edit')
  @HttpCode(200)
  @UseGuards(SamePageGuard)
  async edit(@Body(validated) body: EditDto): Promise<WebhookAnswer> {
    const { fakeLine } = this.settings;
    const { userId, groupId } = speakerIn(body, fakeLine);
    if (groupId === undefined) throw new BadRequestException('LINE 只能編輯群組裡的訊息');
    this.#refuseUnlessOwn(body);
    const changes = { message: { mention: this.#mentionIn(body) } };
    const { messageId, text } = body;
    return answerOf(await fakeLine.edit({ userId, groupId }, messageId, { text, changes }));
  }

  @Get('chat/:file')
  file(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    return this.#send(reply, file);
  }

  /** Only groups have somebody to be mentioned. */
  #mentionIn({ chat, text }: SendTextDto | EditDto) {
    return chat === GROUP.groupId ? this.settings.fakeLine.mentionsIn(text) : undefined;
  }

  #refuseUnlessOwn({ as, chat, messageId }: UnsendDto): void {
    const own = this.settings.fakeLine
      .history(chat)
      .some(
        (entry) => 'userId' in entry && entry.userId === as && messageIdOf(entry.id) === messageId,
      );
    if (!own) throw new NotFoundException('找不到這則訊息，或不是自己傳的');
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
