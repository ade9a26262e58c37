/**
 * Makes an element. Text goes in as text nodes only: nothing that a bot or a person wrote is ever
 * parsed as HTML.
 * @param {string} tag
 * @param {{ class?: string, text?: string, attributes?: Record<string, string> }} [options]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function element(tag, options = {}, children = []) {
  const made = document.createElement(tag);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const LINK = /https?:\/\/[^\s<>"'「」『』（）《》，。；、]+/g;

/** Text as nodes, with the addresses in it as links that open in a new tab. */
export function linkified(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const url = match[0].replace(/[.,;:!?)\]]+$/, '');
    nodes.push(text.slice(from, match.index), externalLink(url, url));
    from = match.index + url.length;
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** A link to another page; the page it opens gets no handle on this one. */
export function externalLink(url, text, className) {
  const attributes = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  return element('a', { class: className, text, attributes });
}

const clock = new Intl.DateTimeFormat('zh-TW', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('zh-TW', { month: 'long', day: 'numeric', weekday: 'short' });

/** 下午3:05 */
export function timeOf(date) {
  return clock.format(date);
}

/** 今天, 昨天 or 12月1日 週二 */
export function dayOf(date, now = new Date()) {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);
  if (days === 0) return '今天';
  return days === 1 ? '昨天' : day.format(date);
}

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
