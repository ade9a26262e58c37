import { IsOptional, IsString, Length, ValidateBy, type ValidationOptions } from 'class-validator';

/** LINE's limit for a text message, in UTF-16 units. */
const MAX_TEXT = 5000;

/**
 * Counts as LINE does: class-validator's own Length takes an emoji for one, LINE for two.
 * A text of white space only is refused as LINE's apps refuse it.
 */
function ChatText(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT;
  return ValidateBy({ name: 'chatText', validator: { validate } }, options);
}

/** Body of POST /chat/messages. */
export class SendTextDto {
  @ChatText({ message: `請輸入 1 到 ${MAX_TEXT} 個字元的訊息（以 UTF-16 計）` })
  readonly text!: string;
}

/** Body of POST /chat/postbacks: what a button carries. */
export class SendPostbackDto {
  @IsString({ message: '缺少按鈕的資料（data）' })
  @Length(1, 300, { message: '按鈕的資料（data）必須是 1 到 300 個字元' })
  readonly data!: string;

  @IsOptional()
  @ChatText({ message: '按鈕的顯示文字（displayText）不可空白' })
  readonly displayText?: string;
}
