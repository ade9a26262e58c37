import type { messagingApi } from '@line/bot-sdk';
import { isEncoded, type LimitChecks } from './limit-checks.ts';
import { graphemes } from './text-measures.ts';

type ActionType = NonNullable<messagingApi.Action['type']>;

/** What the place of an action allows. */
export interface ActionPlace {
  /** Longest label, in graphemes. */
  readonly maxLabel: number;
  readonly labelRequired: boolean;
  /** Kinds of action that LINE refuses here. */
  readonly refused: ReadonlySet<ActionType>;
}

/** A button of a Flex message; elsewhere in Flex the label is optional. */
export const FLEX_BUTTON: ActionPlace = {
  maxLabel: 40,
  labelRequired: true,
  refused: new Set(['camera', 'cameraRoll', 'location', 'richmenuswitch']),
};
/** A tappable Flex component other than a button. */
export const FLEX_TAP: ActionPlace = { ...FLEX_BUTTON, labelRequired: false };
/** A quick reply or a template button. */
export const SHORT_BUTTON: ActionPlace = {
  maxLabel: 20,
  labelRequired: true,
  refused: new Set(['richmenuswitch']),
};

/** Limits of an action object (reference: "Action objects"). */
export function checkAction(
  checks: LimitChecks,
  path: string,
  action: messagingApi.Action | undefined,
  place: ActionPlace,
): void {
  if (action === undefined) return;
  if (action.type !== undefined && place.refused.has(action.type)) {
    checks.fault(path, 'invalid property');
  }
  checkLabel(checks, `${path}/label`, action.label, place);
  if (action.type === 'uri') checkUri(checks, `${path}/uri`, action.uri);
  if (action.type === 'postback') checkPostback(checks, path, action);
  if (action.type === 'message') {
    checkSize(checks, `${path}/text`, action.text ?? '', 1, 300, graphemes(action.text ?? ''));
  }
}

function checkLabel(
  checks: LimitChecks,
  path: string,
  label: string | undefined,
  { maxLabel, labelRequired }: ActionPlace,
): void {
  if (label === undefined || label === '') {
    if (labelRequired) checks.fault(path, 'must be non-empty text');
  } else if (graphemes(label) > maxLabel) {
    checks.fault(path, `size must be between 0 and ${maxLabel}`);
  }
}

function checkUri(checks: LimitChecks, path: string, uri: string | undefined): void {
  if (uri === undefined || uri === '') return checks.fault(path, 'must be non-empty text');
  if (uri.length > 1000) checks.fault(path, 'size must be between 0 and 1000');
  if (!/^(?:https?|line|tel):/i.test(uri)) checks.fault(path, 'invalid uri scheme');
  else if (!isEncoded(uri)) checks.fault(path, 'invalid uri');
}

function checkPostback(
  checks: LimitChecks,
  path: string,
  { data = '', displayText, text }: messagingApi.PostbackAction,
): void {
  checkSize(checks, `${path}/data`, data, 1, 300, data.length);
  if (displayText === undefined) return;
  if (text !== undefined) {
    checks.fault(`${path}/text`, 'displayText and text cannot be used together');
  }
  checkSize(checks, `${path}/displayText`, displayText, 0, 300, graphemes(displayText));
}

/** Inside actions LINE words a wrong length differently than elsewhere (cofacts/rumors-line-bot#125). */
function checkSize(
  checks: LimitChecks,
  path: string,
  text: string,
  min: number,
  max: number,
  length: number,
): void {
  if ((min > 0 && text === '') || length > max) {
    checks.fault(path, `size must be between ${min} and ${max}`);
  }
}
