import { BadRequestException, ConflictException } from '@nestjs/common';
import type { FakeLine, Speaker } from '@dossier/fake-line';
import { GROUP } from './chat-cast.ts';
import type { SpeakingDto } from './chat-requests.dto.ts';

/**
 * The speaker of a request, as the stand-in for LINE takes them.
 * @throws BadRequestException 400 for somebody else's chat, ConflictException 409 for somebody who
 * blocked the bot (LINE's apps let nobody write to a blocked account) or a group that it is not in
 * (LINE tells it nothing of that).
 */
export function speakerIn({ as, chat }: SpeakingDto, fakeLine: FakeLine): Speaker {
  if (chat === GROUP.groupId) {
    if (fakeLine.audience.unknown.has(chat)) {
      throw new ConflictException('機器人不在群組裡：先邀請它，它才收得到訊息');
    }
    return { userId: as, groupId: chat };
  }
  if (chat !== as) throw new BadRequestException('這是別人和機器人的聊天室');
  if (fakeLine.audience.blocked.has(as)) {
    throw new ConflictException('已封鎖機器人：先解除封鎖，才能傳訊息');
  }
  return { userId: as };
}
