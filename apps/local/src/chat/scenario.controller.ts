import { Body, Controller, HttpCode, NotFoundException, Post, UseGuards } from '@nestjs/common';
import { ChatSwitches, type SwitchState } from './chat-switches.ts';
import { ChatDto, SwitchesDto } from './chat-requests.dto.ts';
import { SamePageGuard } from './same-page.guard.ts';
import { answerOf, validated, type WebhookAnswer } from './webhook-answer.ts';

/** Makes life harder for the bot, as people and networks do. */
@Controller('chat')
@UseGuards(SamePageGuard)
export class ScenarioController {
  constructor(private readonly switches: ChatSwitches) {}

  @Post('switches')
  @HttpCode(200)
  turn(@Body(validated) wanted: SwitchesDto): Promise<SwitchState> {
    return this.switches.turn(wanted);
  }

  @Post('redelivery')
  @HttpCode(200)
  async redeliver(@Body(validated) { chat }: ChatDto): Promise<WebhookAnswer> {
    const result = await this.switches.redeliver(chat);
    if (result === undefined) {
      throw new NotFoundException('這個聊天室在這次啟動後還沒有可以重送的訊息');
    }
    return answerOf(result);
  }
}
