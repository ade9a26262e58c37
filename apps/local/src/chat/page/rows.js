import { element, linkified, timeOf } from './dom.js';
import { renderMessage } from './messages.js';

const MEDIA = {
  sticker: '貼圖',
  image: '圖片',
  video: '影片',
  audio: '語音',
  file: '檔案',
  location: '位置',
};

/**
 * @typedef {object} RowTools what one can do with a message
 * @property {(entry: object) => void} quote
 * @property {(entry: object) => void} unsend
 * @property {(entry: object) => void} [edit] absent between two, where LINE knows no editing
 */

/** What a message says in one line, for quotes of it. */
export function summaryOf(entry) {
  if (entry.from === 'user') return textOf(entry);
  const { type, text, altText } = entry.message;
  return text ?? altText ?? `［${MEDIA[type] ?? type}］`;
}

/** What a person's message shows; undefined for a silent tap. */
export function textOf({ text, media }) {
  return text ?? (media && `［${MEDIA[media] ?? media}］`);
}

/** A person's round picture: the last character of their name. */
export function face(name, index) {
  const attributes = { 'aria-hidden': 'true', 'data-face': String(index) };
  return element('span', { class: 'face', text: [...name].at(-1), attributes });
}

/**
 * A row of a person. It is drawn for both sides; the class `own` decides which one is seen.
 * @param {object} entry
 * @param {{ name: string, index: number }} person
 * @param {{ known: boolean, quoted?: HTMLElement, tools: RowTools }} more known: it was read long ago
 */
export function userRow(entry, person, { known, quoted, tools }) {
  const mark = element('span', { class: 'read', text: known ? '已讀' : '' });
  const time = element('time', { text: timeOf(new Date(entry.at)) });
  const text = element('span', {}, linkified(textOf(entry)));
  const bubble = element('div', { class: 'bubble' }, [...(quoted ? [quoted] : []), text]);
  const edited = element('span', { class: 'edited', text: '已編輯' });
  edited.hidden = entry.edited !== true;
  const buttons = [
    tool('↩', '回覆', () => tools.quote(entry)),
    ...(tools.edit && entry.text ? [tool('✎', '編輯', () => tools.edit(entry), 'own-only')] : []),
    tool('✕', '收回', () => tools.unsend(entry), 'own-only'),
  ];
  const meta = element('span', { class: 'meta' }, [mark, edited, time, toolbar(buttons)]);
  const name = element('span', { class: 'name', text: person.name });
  const content = element('div', { class: 'content' }, [name, bubble]);
  const row = element('div', { class: 'row user' }, [
    face(person.name, person.index),
    content,
    meta,
  ]);
  return { row, mark, text, edited };
}

/** A row of the bot. */
export function botRow(entry, perform, { quoted, tools }) {
  const body = renderMessage(entry.message, perform);
  if (quoted) body.prepend(quoted);
  const time = element('time', { text: timeOf(new Date(entry.at)) });
  const buttons = [tool('↩', '回覆', () => tools.quote(entry))];
  const meta = element('span', { class: 'meta' }, [time, toolbar(buttons)]);
  const wide = body.classList.contains('rich') ? ' wide' : '';
  const content = element('div', { class: 'content' }, [body, meta]);
  return element('div', { class: `row bot${wide}` }, [botAvatar(), content]);
}

/** The strip above an answer: who said what. */
export function quotedStrip(name, text) {
  return element('blockquote', { class: 'quoted' }, [
    element('strong', { text: name }),
    element('span', { text }),
  ]);
}

/** The three dots, which stand last while the bot is at work. */
export function typingRow() {
  const dots = element('div', { class: 'bubble typing', attributes: { role: 'status' } }, [
    element('span', { class: 'sr-only', text: '正在處理' }),
    ...Array.from({ length: 3 }, () => element('i')),
  ]);
  const content = element('div', { class: 'content' }, [dots]);
  return element('div', { class: 'row bot' }, [botAvatar(), content]);
}

function botAvatar() {
  const copy = document.getElementById('bot-avatar').cloneNode(true);
  copy.removeAttribute('id');
  return copy;
}

function toolbar(buttons) {
  return element('span', { class: 'tools' }, buttons);
}

function tool(sign, label, onClick, className = '') {
  const attributes = { type: 'button', 'aria-label': label, title: label };
  const made = element('button', { class: `tool ${className}`, text: sign, attributes });
  made.addEventListener('click', onClick);
  return made;
}
