import { element, linkified } from './dom.js';
import { renderFlex } from './flex.js';
import { renderTemplate } from './templates.js';

/**
 * One message object of the bot as what stands in the chat.
 * @returns {HTMLElement}
 */
export function renderMessage(message, perform) {
  const render = Object.hasOwn(RENDERERS, message.type) ? RENDERERS[message.type] : other;
  return render(message, perform);
}

const RENDERERS = {
  text: (message) => textBubble(message.text),
  textV2: (message) => textBubble(message.text),
  flex: (message, perform) => {
    const made = element('div', { class: 'rich', attributes: { role: 'group' } });
    made.setAttribute('aria-label', message.altText);
    made.append(renderFlex(message.contents, perform));
    return made;
  },
  template: (message, perform) => renderTemplate(message, perform) ?? other(message),
};

function textBubble(text) {
  return element('div', { class: 'bubble' }, linkified(text));
}

const NAMES = { image: '圖片', video: '影片', audio: '語音', sticker: '貼圖', location: '位置' };

function other(message) {
  const name = message.altText ?? NAMES[message.type] ?? message.type;
  return element('div', { class: 'bubble', text: `［${name}］` });
}
