import { LINE_LIMITS } from './line-limits.ts';
import { graphemeCount } from './measures.ts';
import {
  all,
  isRecord,
  matching,
  record,
  report,
  tagged,
  text,
  type Properties,
  type Rule,
} from './rules.ts';

/** Addresses must be percent-encoded: host, path, query and fragment. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const ACTION_SCHEME = /^(?:https?|line|tel):/i;

const actionText = text(LINE_LIMITS.actionTextGraphemes, graphemeCount);

/** An address that a tap opens. */
const uri: Rule = (value, path, found) => {
  if (typeof value !== 'string') return report(found, 'wrong-value', path, 'an address');
  if (value.length > LINE_LIMITS.uri) {
    report(found, 'too-long', path, `at most ${LINE_LIMITS.uri} units, not ${value.length}`);
  }
  if (!ACTION_SCHEME.test(value)) report(found, 'bad-address', path, 'http, https, line or tel');
  else if (!PRINTABLE_ASCII.test(value)) report(found, 'bad-address', path, 'percent-encoded');
  else if (!URL.canParse(value)) report(found, 'bad-address', path, 'an address');
};

/** An address of a picture: https only. */
export const pictureUrl: Rule = (value, path, found) => {
  if (typeof value !== 'string') return report(found, 'wrong-value', path, 'an address');
  if (value.length > LINE_LIMITS.pictureUrl) report(found, 'too-long', path, 'a shorter address');
  if (!/^https:\/\//i.test(value) || !PRINTABLE_ASCII.test(value) || !URL.canParse(value)) {
    report(found, 'bad-address', path, 'a percent-encoded https address');
  }
};

/** `displayText` shows the tap in the chat, `text` sends it as a message: never both. */
const oneTextOnly: Rule = (value, path, found) => {
  if (!isRecord(value) || value['displayText'] === undefined || value['text'] === undefined) return;
  report(found, 'misplaced', `${path}.text`, 'not together with displayText');
};

/** The three kinds of action that Dossier's messages have. */
function actions(maxLabel: number, labelRequired: boolean): Rule {
  const label = { label: text(maxLabel, graphemeCount) };
  const [required, optional]: [Properties, Properties] = labelRequired ? [label, {}] : [{}, label];
  const tag = { type: matching(/^\w+$/, 'a kind of action') };
  return tagged(
    new Map([
      ['uri', record({ ...tag, ...required, uri }, optional)],
      ['message', record({ ...tag, ...required, text: actionText }, optional)],
      [
        'postback',
        all(
          record(
            { ...tag, ...required, data: text(LINE_LIMITS.postbackData) },
            { ...optional, displayText: actionText, text: actionText },
          ),
          oneTextOnly,
        ),
      ],
    ]),
  );
}

/** An action of a Flex button. */
export const buttonAction = actions(LINE_LIMITS.flexLabelGraphemes, true);
/** An action of another Flex component, which shows no label. */
export const tapAction = actions(LINE_LIMITS.flexLabelGraphemes, false);
/** An action of a quick reply. */
export const quickReplyAction = actions(LINE_LIMITS.quickReplyLabelGraphemes, true);
