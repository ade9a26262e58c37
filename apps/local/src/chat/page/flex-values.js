/** What Flex's keywords mean in pixels (LINE's reference, "Flex Message Layout"; measured on a phone of 375 px). */
const TEXT_SIZES = {
  xxs: 11,
  xs: 13,
  sm: 14,
  md: 16,
  lg: 19,
  xl: 22,
  xxl: 29,
  '3xl': 35,
  '4xl': 48,
  '5xl': 74,
};
const SPACES = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const CORNERS = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 17, xxl: 24 };
const BORDERS = { none: 0, light: 0.5, normal: 1, medium: 2, 'semi-bold': 3, bold: 4 };
const BUBBLES = { nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 386 };
const IMAGES = { xxs: 40, xs: 60, sm: 80, md: 100, lg: 120, xl: 140, xxl: 160, '3xl': 180 };

const LENGTH = /^\d{1,4}(?:\.\d+)?(?:px|%)$/;
const COLOUR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

/** A CSS length out of a keyword, pixels or per cent; undefined for anything else. */
function length(value, keywords) {
  if (typeof value !== 'string') return undefined;
  if (Object.hasOwn(keywords, value)) return `${keywords[value]}px`;
  return LENGTH.test(value) ? value : undefined;
}

export const textSize = (value) => length(value, TEXT_SIZES);
export const space = (value) => length(value, SPACES);
export const corner = (value) => length(value, CORNERS);
export const border = (value) => length(value, BORDERS);
export const measure = (value) => length(value, {});
export const bubbleSize = (value) => (Object.hasOwn(BUBBLES, value) ? value : 'mega');
export const bubbleWidth = (size) => `${BUBBLES[size]}px`;
export const imageWidth = (value) => (value === 'full' ? '100%' : length(value ?? 'md', IMAGES));

/** `#RRGGBB` or `#RRGGBBAA`, else undefined. */
export function colour(value) {
  return typeof value === 'string' && COLOUR.test(value) ? value : undefined;
}

/** A CSS gradient, or undefined when the colours or the angle are none. */
export function gradient(background) {
  if (background?.type !== 'linearGradient') return undefined;
  const { angle, startColor, centerColor, endColor, centerPosition = '50%' } = background;
  const [start, center, end] = [startColor, centerColor, endColor].map(colour);
  if (!/^\d{1,3}(?:\.\d+)?deg$/.test(angle ?? '') || !start || !end) return undefined;
  const middle = center && measure(centerPosition) ? `, ${center} ${centerPosition}` : '';
  return `linear-gradient(${angle}, ${start}${middle}, ${end})`;
}
