import type { messagingApi } from '@line/bot-sdk';

/** Any message that can be replied or pushed. The SDK's type under our name: it stays inside this library. */
export type LineMessage = messagingApi.Message;
