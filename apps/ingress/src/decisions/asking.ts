/** What an event asks of the bot; `text` is masked already. */
export type Asking =
  | { readonly kind: 'text'; readonly text: string }
  /** A sticker, a picture, ...: the bot reads text only. */
  | { readonly kind: 'no-text' }
  | { readonly kind: 'edit'; readonly text: string | undefined }
  | { readonly kind: 'button'; readonly data: string }
  | { readonly kind: 'unsend' }
  | { readonly kind: 'welcome' }
  | { readonly kind: 'farewell' };
