import { actionElement } from './actions.js';
import { element } from './dom.js';

/**
 * A template message as LINE draws it: text over buttons, two buttons side by side for a question, or
 * several cards in a row. Undefined for a kind that this page does not draw.
 */
export function renderTemplate({ altText, template }, perform) {
  if (template?.type === 'buttons' || template?.type === 'confirm') {
    return card(template, perform, template.type === 'confirm');
  }
  if (template?.type !== 'carousel' || !Array.isArray(template.columns)) return undefined;
  const attributes = { role: 'group', 'aria-label': altText ?? '', tabindex: '0' };
  const cards = template.columns.map((column) => card(column, perform, false));
  return element('div', { class: 'rich' }, [
    element('div', { class: 'flex-carousel', attributes }, cards),
  ]);
}

function card({ title, text, thumbnailImageUrl, actions }, perform, sideBySide) {
  const made = element('div', { class: 'template flex-bubble' });
  if (thumbnailImageUrl) {
    const note = element('span', {
      class: 'flex-picture-note',
      text: '圖片（模擬器不載入外部圖片）',
    });
    made.append(element('div', { class: 'template-picture' }, [note]));
  }
  const words = [
    ...(title ? [element('strong', { text: title })] : []),
    element('p', { text: text ?? '' }),
  ];
  const buttons = (Array.isArray(actions) ? actions : []).map((action) =>
    actionElement(action, perform, 'flex-button flex-link flex-tall'),
  );
  const side = sideBySide ? ' side-by-side' : '';
  made.append(
    element('div', { class: 'template-words' }, words),
    element('div', { class: `template-actions${side}` }, buttons),
  );
  return made;
}
