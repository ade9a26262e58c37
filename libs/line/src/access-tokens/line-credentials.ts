/** What a channel proves itself with: a token that somebody issued, or the means to issue tokens. */
export type LineCredentials =
  | { readonly kind: 'static'; readonly accessToken: string }
  | { readonly kind: 'channel'; readonly channelId: string; readonly channelSecret: string };
