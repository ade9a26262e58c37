import { ValidationPipe } from '@nestjs/common';
import type { WebhookResult } from '@dossier/fake-line';

/** Checks what the page sends; a field that nobody knows is a mistake of the page. */
export const validated = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });

/** The answer to what somebody did; the page learns the same from its event stream. */
export type WebhookAnswer = Pick<WebhookResult, 'ok' | 'status' | 'reason'>;

export function answerOf({ ok, status, reason }: WebhookResult): WebhookAnswer {
  return { ok, status, reason };
}
