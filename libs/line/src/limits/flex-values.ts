import { flag, matching, oneOf, report, text, whole, type Rule } from './rules.ts';

/** Every component says what it is. */
export const kind = { type: matching(/^\w+$/, 'a kind of component') };
export const colour = matching(/^#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/, '#RRGGBB or #RRGGBBAA');
export const room = matching(
  /^(?:none|xs|sm|md|lg|xl|xxl|\d{1,4}(?:\.\d+)?(?:px|%))$/,
  'a distance',
);
export const letters = matching(
  /^(?:xxs|xs|sm|md|lg|xl|xxl|[345]xl|\d{1,3}(?:\.\d+)?px)$/,
  'a size',
);
export const picture = matching(
  /^(?:full|xxs|xs|sm|md|lg|xl|xxl|[345]xl|\d{1,4}(?:px|%))$/,
  'a size',
);
export const share = whole(0, 100);
/** Any length: the bubble's bytes are what counts. */
export const shown = text(Infinity);
export const look = {
  weight: oneOf('regular', 'bold'),
  style: oneOf('normal', 'italic'),
  decoration: oneOf('none', 'underline', 'line-through'),
};
export const upright = oneOf('top', 'center', 'bottom');
export const sideways = oneOf('start', 'center', 'end');
export const shrinks = { adjustMode: oneOf('shrink-to-fit'), scaling: flag };

/** `width:height`: no higher than three times its width. */
export const ratio: Rule = (value, path, found) => {
  const [, width = '0', height = '0'] =
    typeof value === 'string' ? (/^(\d{1,6}):(\d{1,6})$/.exec(value) ?? []) : [];
  const sides = [Number(width), Number(height)] as const;
  const inRange = sides.every((side) => side >= 1 && side <= 100_000);
  if (inRange && sides[1] <= 3 * sides[0]) return;
  report(found, 'wrong-value', path, 'width:height, the height at most three times the width');
};
