import type { messagingApi } from '@line/bot-sdk';
import type { PostbackAction } from '../commands/postback-action.ts';
import { encodePostback } from '../commands/postback.ts';
import { LINE_LIMITS } from '../limits/line-limits.ts';
import { graphemeCount } from '../limits/measures.ts';
import type { LineMessage } from '../line-message.ts';
import { cutLabel } from '../truncate-graphemes.ts';
import { COLOUR, row } from './card-parts.ts';
import { usableUri } from './usable-uri.ts';

/** A button as a person sees it, and what it does. */
export interface Choice {
  /** Near seven Chinese characters: more are cropped on phones. */
  readonly label: string;
  /** A postback, or a text that is sent as if the person had typed it. */
  readonly does: PostbackAction | { readonly say: string };
}

/** The one button of a card that most people want. */
export function mainButton(choice: Choice): messagingApi.FlexButton {
  return { ...buttonOf(actionOf(choice, LINE_LIMITS.flexLabelGraphemes)), ...MAIN };
}

/** The main button, opening an address; undefined when LINE would refuse it. */
export function mainLink(label: string, url: string): messagingApi.FlexButton | undefined {
  const link = linkAction(label, url);
  return link && { ...buttonOf(link), ...MAIN };
}

/** What opens an address; undefined when LINE would refuse it. */
export function linkAction(label: string, url: string): messagingApi.URIAction | undefined {
  const uri = usableUri(url);
  return uri === undefined ? undefined : { type: 'uri', label, uri };
}

/** Up to three buttons of lesser weight beside each other, each as wide as its words call for. */
export function buttonRow(...choices: readonly Choice[]): messagingApi.FlexBox {
  return row(
    choices.map((choice) => {
      const action = actionOf(choice, LINE_LIMITS.flexLabelGraphemes);
      return { ...buttonOf(action), ...SMALL, flex: graphemeCount(choice.label) + PADDING };
    }),
  );
}

/** The message with choices under it, which vanish at the next message: at most thirteen are shown. */
export function withChoices<M extends LineMessage>(message: M, choices: readonly Choice[]): M {
  const items = choices
    .slice(0, LINE_LIMITS.quickReplies)
    .map((choice): messagingApi.QuickReplyItem => ({
      type: 'action',
      action: actionOf(choice, LINE_LIMITS.quickReplyLabelGraphemes),
    }));
  return items.length === 0 ? message : { ...message, quickReply: { items } };
}

const MAIN = { style: 'primary', color: COLOUR.accent } as const;
/** A button's own margins, in characters. */
const PADDING = 2;
const SMALL = { style: 'link', color: COLOUR.accent, height: 'sm' } as const;

function buttonOf(action: messagingApi.Action): messagingApi.FlexButton {
  return { type: 'button', adjustMode: 'shrink-to-fit', scaling: true, action };
}

function actionOf({ label: words, does }: Choice, maxLabel: number): messagingApi.Action {
  const label = cutLabel(words, maxLabel);
  if ('say' in does) return { type: 'message', label, text: does.say };
  // The chat shows what was tapped: others in a group see why the bot answers.
  return { type: 'postback', label, data: encodePostback(does), displayText: label };
}
