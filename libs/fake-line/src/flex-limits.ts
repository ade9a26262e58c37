import type { messagingApi } from '@line/bot-sdk';
import { checkAction, FLEX_BUTTON, FLEX_TAP } from './action-limits.ts';
import type { LimitChecks } from './limit-checks.ts';
import { jsonBytes } from './text-measures.ts';

/**
 * LINE says "30 KB" and "50 KB" and no more. The strict reading (times 1,000) keeps a bot safe under
 * both.
 */
const MAX_BUBBLE_BYTES = 30_000;
const MAX_CAROUSEL_BYTES = 50_000;
const MAX_BUBBLES = 12;

type Component = messagingApi.FlexComponent;

const IN_BASELINE: ReadonlySet<Component['type']> = new Set(['icon', 'text', 'filler']);
const IN_BOX: ReadonlySet<Component['type']> = new Set([
  'box',
  'button',
  'image',
  'text',
  'separator',
  'filler',
]);
const HERO: ReadonlySet<Component['type']> = new Set(['box', 'image', 'video']);
const VIDEO_SIZES: ReadonlySet<string> = new Set(['kilo', 'mega', 'giga']);

/** Limits of a Flex container that its types do not carry (reference: "Flex Message"). */
export function checkFlex(checks: LimitChecks, container: messagingApi.FlexContainer): void {
  if (container.type === 'bubble') return checkBubble(checks, '', container, false);
  checks.size('/contents', container.contents.length, 1, MAX_BUBBLES);
  if (jsonBytes(container) > MAX_CAROUSEL_BYTES) {
    checks.fault('/', `carousel JSON is larger than ${MAX_CAROUSEL_BYTES} bytes`);
  }
  if (new Set(container.contents.map(({ size = 'mega' }) => size)).size > 1) {
    checks.fault('/contents', 'bubbles of different widths');
  }
  for (const [i, bubble] of container.contents.entries()) {
    checkBubble(checks, `/contents/${i}`, bubble, true);
  }
}

function checkBubble(
  checks: LimitChecks,
  path: string,
  bubble: messagingApi.FlexBubble,
  inCarousel: boolean,
): void {
  if (jsonBytes(bubble) > MAX_BUBBLE_BYTES) {
    checks.fault(path || '/', `bubble JSON is larger than ${MAX_BUBBLE_BYTES} bytes`);
  }
  const { header, hero, body, footer, size = 'mega', styles = {}, action } = bubble;
  if (!header && !hero && !body && !footer) {
    checks.fault(path || '/', 'At least one block must be specified');
  }
  if (header) checkComponent(checks, `${path}/header`, header);
  if (body) checkComponent(checks, `${path}/body`, body);
  if (footer) checkComponent(checks, `${path}/footer`, footer);
  if (hero) {
    const videoAllowed = !inCarousel && VIDEO_SIZES.has(size);
    if (!HERO.has(hero.type) || (hero.type === 'video' && !videoAllowed)) {
      checks.fault(`${path}/hero`, 'invalid property');
    }
    checkComponent(checks, `${path}/hero`, hero);
  }
  for (const [block, style] of Object.entries(styles)) {
    const { backgroundColor, separatorColor }: messagingApi.FlexBlockStyle = style;
    checks.colour(`${path}/styles/${block}/backgroundColor`, backgroundColor);
    checks.colour(`${path}/styles/${block}/separatorColor`, separatorColor);
  }
  checkAction(checks, `${path}/action`, action, FLEX_TAP);
}

function checkComponent(checks: LimitChecks, path: string, component: Component): void {
  if ('color' in component) checks.colour(`${path}/color`, component.color);
  if ('backgroundColor' in component) {
    checks.colour(`${path}/backgroundColor`, component.backgroundColor);
  }
  if ('aspectRatio' in component) checks.aspectRatio(`${path}/aspectRatio`, component.aspectRatio);
  if ('action' in component) {
    const place = component.type === 'button' ? FLEX_BUTTON : FLEX_TAP;
    checkAction(checks, `${path}/action`, component.action, place);
  }
  switch (component.type) {
    case 'box':
      return checkBox(checks, path, component);
    case 'text':
      return checkText(checks, path, component);
    case 'image':
    case 'icon':
      return checks.httpsUrl(`${path}/url`, component.url);
    case 'video':
      checks.httpsUrl(`${path}/url`, component.url);
      checks.httpsUrl(`${path}/previewUrl`, component.previewUrl);
      return checkComponent(checks, `${path}/altContent`, component.altContent);
  }
}

function checkBox(checks: LimitChecks, path: string, box: messagingApi.FlexBox): void {
  checks.colour(`${path}/borderColor`, box.borderColor);
  const allowed = box.layout === 'baseline' ? IN_BASELINE : IN_BOX;
  for (const [i, child] of box.contents.entries()) {
    if (!allowed.has(child.type)) checks.fault(`${path}/contents/${i}`, 'invalid property');
    checkComponent(checks, `${path}/contents/${i}`, child);
  }
}

/** A text shows `text`, or spans when it has `contents`; either way nothing may be empty. */
function checkText(checks: LimitChecks, path: string, component: messagingApi.FlexText): void {
  if (component.contents === undefined) {
    if (!component.text) checks.fault(`${path}/text`, 'must be non-empty text');
    return;
  }
  for (const [i, span] of component.contents.entries()) {
    if (!span.text) checks.fault(`${path}/contents/${i}/text`, 'must be non-empty text');
    checks.colour(`${path}/contents/${i}/color`, span.color);
  }
}
