import {
  ArrayUnique,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { CHAT_IDS, PERSON_IDS } from './chat-cast.ts';

/** LINE's limit for a text message, in UTF-16 units. */
const MAX_TEXT = 5000;
/** A network slower than this only looks broken. */
const MAX_SLOW_MS = 10_000;

/**
 * Counts as LINE does: class-validator's own Length takes an emoji for one, LINE for two.
 * A text of white space only is refused as LINE's apps refuse it.
 */
function ChatText(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT;
  return ValidateBy({ name: 'chatText', validator: { validate } }, options);
}

/** May be absent; null is no way to say so. */
function Optional(): PropertyDecorator {
  return ValidateIf((_, value: unknown) => value !== undefined);
}

function MessageId(): PropertyDecorator {
  return Matches(/^\d{18}$/, { message: '訊息編號必須是 18 位數字' });
}

/** Which chat it is about. */
export class ChatDto {
  @IsIn([...CHAT_IDS], { message: '沒有這個聊天室（chat）' })
  readonly chat!: string;
}

/** Who speaks, and in which chat. */
export class SpeakingDto extends ChatDto {
  @IsIn([...PERSON_IDS], { message: '沒有這個人（as）' })
  readonly as!: string;
}

/** Body of POST /chat/messages. */
export class SendTextDto extends SpeakingDto {
  @ChatText({ message: `請輸入 1 到 ${MAX_TEXT} 個字元的訊息（以 UTF-16 計）` })
  readonly text!: string;

  /** LINE's id of the message that is answered. */
  @Optional()
  @MessageId()
  readonly quotes?: string;
}

/** Body of POST /chat/stickers: nothing else to say. */
export class SendStickerDto extends SpeakingDto {}

/** Body of POST /chat/postbacks: what a button carries. */
export class SendPostbackDto extends SpeakingDto {
  @IsString({ message: '缺少按鈕的資料（data）' })
  @Length(1, 300, { message: '按鈕的資料（data）必須是 1 到 300 個字元' })
  readonly data!: string;

  @Optional()
  @ChatText({ message: '按鈕的顯示文字（displayText）不可空白' })
  readonly displayText?: string;
}

/** Body of POST /chat/unsend. */
export class UnsendDto extends SpeakingDto {
  @MessageId()
  readonly messageId!: string;
}

/** Body of POST /chat/edit. */
export class EditDto extends UnsendDto {
  @ChatText({ message: `請輸入 1 到 ${MAX_TEXT} 個字元的訊息（以 UTF-16 計）` })
  readonly text!: string;
}

/** Body of POST /chat/switches: what is absent stays as it is. */
export class SwitchesDto {
  /** Everybody who blocks the bot from now on; the others do not. */
  @Optional()
  @ArrayUnique({ message: '封鎖名單（blocked）必須是不重複的清單' })
  @IsIn([...PERSON_IDS], { each: true, message: '封鎖名單（blocked）裡沒有這個人' })
  readonly blocked?: readonly string[];

  @Optional()
  @IsBoolean({ message: '移出群組（removed）必須是 true 或 false' })
  readonly removed?: boolean;

  @Optional()
  @IsBoolean({ message: '額度用盡（quotaExhausted）必須是 true 或 false' })
  readonly quotaExhausted?: boolean;

  @Optional()
  @IsInt({ message: '網路延遲（slowMs）必須是整數毫秒' })
  @Min(0, { message: '網路延遲（slowMs）不可小於 0' })
  @Max(MAX_SLOW_MS, { message: `網路延遲（slowMs）不可超過 ${MAX_SLOW_MS}` })
  readonly slowMs?: number;

  @Optional()
  @IsBoolean({ message: '重複投遞（duplicates）必須是 true 或 false' })
  readonly duplicates?: boolean;
}
