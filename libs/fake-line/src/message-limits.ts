import type { messagingApi } from '@line/bot-sdk';
import { checkAction, SHORT_BUTTON } from './action-limits.ts';
import { checkFlex } from './flex-limits.ts';
import { LimitChecks } from './limit-checks.ts';
import type { RefusalDetail } from './line-refusal.ts';
import { graphemes } from './text-measures.ts';

const MAX_TEXT = 5000;
/** Older guides say 400; the reference has said 1,500 since (openclaw#117280). */
const MAX_ALT_TEXT = 1500;

/**
 * What is wrong with a message beyond its types: the limits that only LINE's documentation states
 * (line-developers-docs-source, docs/en/reference/messaging-api). Empty when LINE would take it.
 */
export function checkMessageLimits(message: messagingApi.Message): RefusalDetail[] {
  const checks = new LimitChecks();
  checkSender(checks, message.sender);
  checkQuickReply(checks, message.quickReply);
  switch (message.type) {
    case 'text':
      checks.length('/text', message.text, { max: MAX_TEXT });
      checkEmojis(checks, message);
      break;
    case 'textV2':
      checks.length('/text', message.text, { max: MAX_TEXT });
      break;
    case 'image':
      checks.httpsUrl('/originalContentUrl', message.originalContentUrl);
      checks.httpsUrl('/previewImageUrl', message.previewImageUrl);
      break;
    case 'template':
      checks.length('/altText', message.altText, { max: MAX_ALT_TEXT });
      checkTemplate(checks, message.template);
      break;
    case 'flex':
      checks.length('/altText', message.altText, { max: MAX_ALT_TEXT });
      checkFlex(checks, message.contents);
      break;
  }
  return checks.faults;
}

function checkSender(checks: LimitChecks, sender: messagingApi.Sender | undefined): void {
  if (sender === undefined) return;
  checks.length('/sender/name', sender.name, { max: 20 });
  if (sender.name !== undefined && /\bLINE\b/i.test(sender.name)) {
    checks.fault('/sender/name', 'invalid property');
  }
  checks.httpsUrl('/sender/iconUrl', sender.iconUrl);
}

function checkQuickReply(
  checks: LimitChecks,
  quickReply: messagingApi.QuickReply | undefined,
): void {
  if (quickReply === undefined) return;
  const items = quickReply.items ?? [];
  checks.size('/quickReply/items', items.length, 1, 13);
  for (const [i, item] of items.entries()) {
    checks.httpsUrl(`/quickReply/items/${i}/imageUrl`, item.imageUrl);
    checkAction(checks, `/quickReply/items/${i}/action`, item.action, SHORT_BUTTON);
  }
}

/** Every emoji stands on a `$` of the text; `index` counts UTF-16 units. */
function checkEmojis(checks: LimitChecks, message: messagingApi.TextMessage): void {
  const emojis = message.emojis ?? [];
  checks.size('/emojis', emojis.length, 0, 20);
  for (const [i, { index }] of emojis.entries()) {
    if (index === undefined || message.text[index] !== '$') {
      checks.fault(`/emojis/${i}/index`, 'invalid property');
    }
  }
}

function checkTemplate(checks: LimitChecks, template: messagingApi.Template): void {
  if (template.type !== 'confirm' && template.type !== 'buttons') return;
  for (const [i, action] of template.actions.entries()) {
    checkAction(checks, `/template/actions/${i}`, action, SHORT_BUTTON);
  }
  if (template.type === 'confirm') {
    checks.length('/template/text', template.text, { max: 240, measure: graphemes });
    if (template.actions.length !== 2) checks.fault('/template/actions', 'Size must be 2');
    return;
  }
  // A picture or a title takes away room for the text.
  const max = template.title || template.thumbnailImageUrl ? 60 : 160;
  checks.length('/template/text', template.text, { max, measure: graphemes });
  checks.length('/template/title', template.title, { max: 40, measure: graphemes });
  checks.size('/template/actions', template.actions.length, 0, 4);
}
