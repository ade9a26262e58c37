import { element } from './dom.js';
import { actionElement, makeTappable } from './actions.js';
import * as values from './flex-values.js';
import { shrinkToFit } from './shrink.js';

/**
 * Draws a Flex container as LINE does. What is unknown is named instead of being dropped, so that a
 * card never silently loses a part.
 * @param {object} container the message's `contents`
 * @param {(action: object) => void} perform
 */
export function renderFlex(container, perform) {
  if (container?.type === 'bubble') return bubble(container, perform);
  if (container?.type !== 'carousel') return unknown(container);
  const label = { role: 'group', 'aria-label': '可左右捲動的卡片', tabindex: '0' };
  const bubbles = list(container.contents).map((each) => bubble(each, perform));
  return element('div', { class: 'flex-carousel', attributes: label }, bubbles);
}

const BLOCKS = ['header', 'hero', 'body', 'footer'];

function bubble(flex, perform) {
  const size = values.bubbleSize(flex?.size);
  const card = element('article', { class: `flex-bubble flex-${size}` });
  card.style.width = values.bubbleWidth(size);
  if (flex?.direction === 'rtl') card.dir = 'rtl';
  for (const name of BLOCKS) {
    const content = flex?.[name];
    if (!content) continue;
    const block = element('div', { class: `flex-block flex-${name}` });
    const style = flex.styles?.[name];
    block.style.backgroundColor = values.colour(style?.backgroundColor) ?? '';
    if (style?.separator) {
      block.style.borderTop = `1px solid ${values.colour(style.separatorColor) ?? '#d6d6d6'}`;
    }
    // A block is as wide as the bubble, whatever its own box says about flex.
    block.append(component(content, { layout: 'block' }, perform));
    card.append(block);
  }
  if (flex?.action) makeTappable(card, flex.action, perform);
  return card;
}

const RENDERERS = { box, text, button, image, icon, video, separator, filler, spacer: filler };

function component(flex, parent, perform) {
  const render = Object.hasOwn(RENDERERS, flex?.type) ? RENDERERS[flex.type] : unknown;
  const made = render(flex, perform, parent);
  place(made, flex ?? {}, parent);
  return made;
}

function box(flex, perform) {
  const layout = ['horizontal', 'baseline'].includes(flex.layout) ? flex.layout : 'vertical';
  const made = element('div', { class: `flex-box flex-${layout}` });
  const { style } = made;
  style.background = values.gradient(flex.background) ?? values.colour(flex.backgroundColor) ?? '';
  style.borderRadius = values.corner(flex.cornerRadius) ?? '';
  if (values.border(flex.borderWidth)) {
    style.border = `${values.border(flex.borderWidth)} solid ${values.colour(flex.borderColor) ?? '#000'}`;
  }
  for (const side of ['width', 'height', 'maxWidth', 'maxHeight']) {
    style[side] = values.measure(flex[side]) ?? '';
  }
  pad(made, flex);
  style.justifyContent = flex.justifyContent ?? '';
  style.alignItems = flex.alignItems ?? '';
  for (const [index, child] of list(flex.contents).entries()) {
    const gap = index === 0 ? undefined : values.space(child?.margin ?? flex.spacing);
    const drawn = component(child, { layout, gap }, perform);
    made.append(drawn);
  }
  if (flex.action) makeTappable(made, flex.action, perform);
  return made;
}

function pad({ style }, flex) {
  const all = values.space(flex.paddingAll);
  if (all !== undefined) style.padding = all;
  for (const [from, to] of [
    ['paddingTop', 'paddingTop'],
    ['paddingBottom', 'paddingBottom'],
    ['paddingStart', 'paddingInlineStart'],
    ['paddingEnd', 'paddingInlineEnd'],
  ]) {
    const value = values.space(flex[from]);
    if (value !== undefined) style[to] = value;
  }
}

/** Where a component stands in its box: its share of the room, the gap before it, offsets. */
function place({ style }, flex, { layout, gap }) {
  const across = layout === 'horizontal' || layout === 'baseline';
  if (layout !== 'block') {
    const share = typeof flex.flex === 'number' ? flex.flex : defaultShare(flex, across);
    const sized = flex.type === 'box' && values.measure(across ? flex.width : flex.height);
    if (share > 0 && !sized) style.flex = `${share} 1 ${across ? '0' : 'auto'}`;
    else style.flex = '0 0 auto';
  }
  if (gap !== undefined) style[across ? 'marginInlineStart' : 'marginTop'] = gap;
  if (across && ['top', 'center', 'bottom'].includes(flex.gravity)) {
    style.alignSelf = { top: 'flex-start', center: 'center', bottom: 'flex-end' }[flex.gravity];
  }
  if (flex.position === 'absolute') style.position = 'absolute';
  for (const [from, to] of [
    ['offsetTop', 'top'],
    ['offsetBottom', 'bottom'],
    ['offsetStart', 'insetInlineStart'],
    ['offsetEnd', 'insetInlineEnd'],
  ]) {
    const value = values.space(flex[from]);
    if (value === undefined) continue;
    style[to] = value;
    style.position ||= 'relative';
  }
}

function defaultShare(flex, across) {
  if (flex.type === 'filler' || flex.type === 'spacer') return 1;
  return across && flex.type !== 'separator' && flex.type !== 'icon' ? 1 : 0;
}

function text(flex, perform) {
  const made = element('p', { class: 'flex-text' });
  styleText(made, flex);
  if (Array.isArray(flex.contents)) made.append(...flex.contents.map(span));
  else made.textContent = flex.text ?? '';
  made.style.textAlign = flex.align ?? '';
  if (flex.lineSpacing)
    made.style.lineHeight = `calc(1.4em + ${values.measure(flex.lineSpacing) ?? '0px'})`;
  if (flex.wrap) {
    made.classList.add('flex-wrap');
    if (flex.maxLines > 0) {
      made.classList.add('flex-clamp');
      made.style.webkitLineClamp = String(flex.maxLines);
    }
  }
  if (flex.adjustMode === 'shrink-to-fit' && !flex.wrap) shrinkToFit(made);
  if (flex.action) makeTappable(made, flex.action, perform);
  return made;
}

function span(flex) {
  const made = element('span', { text: flex?.text ?? '' });
  styleText(made, flex ?? {});
  return made;
}

function styleText({ style }, flex) {
  const size = values.textSize(flex.size);
  // A span without a size has that of its text.
  if (size) style.fontSize = `calc(${size} * var(--shrink, 1))`;
  style.color = values.colour(flex.color) ?? '';
  style.fontWeight = flex.weight === 'bold' ? '700' : '';
  style.fontStyle = flex.style === 'italic' ? 'italic' : '';
  if (flex.decoration && flex.decoration !== 'none') style.textDecoration = flex.decoration;
}

function button(flex, perform) {
  const kind = ['primary', 'secondary'].includes(flex.style) ? flex.style : 'link';
  const height = flex.height === 'sm' ? 'flex-short' : 'flex-tall';
  const made = actionElement(flex.action, perform, `flex-button flex-${kind} ${height}`);
  const colour = values.colour(flex.color);
  if (flex.adjustMode === 'shrink-to-fit') shrinkToFit(made.querySelector('.label'));
  if (colour) made.style[kind === 'link' ? 'color' : 'backgroundColor'] = colour;
  return made;
}

function image(flex, perform) {
  const frame = element('div', { class: 'flex-image' });
  frame.style.width = values.imageWidth(flex.size) ?? '100px';
  frame.style.aspectRatio = ratio(flex.aspectRatio);
  frame.style.backgroundColor = values.colour(flex.backgroundColor) ?? '';
  frame.append(picture(flex.url, flex.aspectMode));
  if (flex.action) makeTappable(frame, flex.action, perform);
  return frame;
}

/** The page loads nothing from elsewhere (its policy says so): a foreign picture is named, not fetched. */
function picture(url, mode) {
  const local = URL.canParse(url, location.href) && new URL(url, location.href);
  if (!local || local.origin !== location.origin) {
    return element('span', { class: 'flex-picture-note', text: '圖片（模擬器不載入外部圖片）' });
  }
  const made = element('img', { attributes: { src: local.href, alt: '', loading: 'lazy' } });
  made.style.objectFit = mode === 'cover' ? 'cover' : 'contain';
  return made;
}

function icon(flex) {
  const made = element('span', { class: 'flex-icon', attributes: { 'aria-hidden': 'true' } });
  made.style.fontSize = values.textSize(flex.size) ?? '';
  return made;
}

function video(flex, perform) {
  return flex.altContent ? component(flex.altContent, { layout: 'block' }, perform) : unknown(flex);
}

function separator(flex) {
  const made = element('hr', { class: 'flex-separator' });
  made.style.backgroundColor = values.colour(flex.color) ?? '';
  return made;
}

function filler() {
  return element('span', { class: 'flex-filler' });
}

function unknown(flex) {
  const name = typeof flex?.type === 'string' ? flex.type : '？';
  return element('p', { class: 'flex-unknown', text: `［無法顯示的元件：${name}］` });
}

function ratio(value) {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value ?? '1:1');
  return match ? `${match[1]} / ${match[2]}` : '1 / 1';
}

function list(value) {
  return Array.isArray(value) ? value : [];
}
