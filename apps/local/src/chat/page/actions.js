import { element, externalLink } from './dom.js';

const OPENABLE = /^(?:https?|tel|line):/i;
const PERFORMABLE = ['message', 'postback', 'clipboard'];

/** A button or, for an address, a link: what LINE draws for an action. */
export function actionElement(action, perform, className) {
  const label = element('span', { class: 'label', text: action?.label || '（未命名）' });
  if (action?.type === 'uri' && OPENABLE.test(action.uri ?? '')) {
    const link = externalLink(action.uri, '', className);
    link.append(label);
    return link;
  }
  const made = element('button', { class: className, attributes: { type: 'button' } }, [label]);
  if (isPerformable(action)) made.addEventListener('click', () => perform(action));
  else made.disabled = true;
  return made;
}

/** Lets a component that is not a button react to a tap and to the keyboard. */
export function makeTappable(target, action, perform) {
  const run = () => {
    if (action.type === 'uri') open(action.uri);
    else if (isPerformable(action)) perform(action);
  };
  target.classList.add('tappable');
  target.tabIndex = 0;
  target.setAttribute('role', action.type === 'uri' ? 'link' : 'button');
  if (action.label) target.setAttribute('aria-label', action.label);
  target.addEventListener('click', (event) => {
    // A button inside a tappable box acts alone, as in LINE.
    if (!event.target.closest('a, button')) run();
  });
  target.addEventListener('keydown', (event) => {
    if (event.target === target && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      run();
    }
  });
}

function open(uri) {
  if (OPENABLE.test(uri ?? '')) window.open(uri, '_blank', 'noopener,noreferrer');
}

function isPerformable(action) {
  return PERFORMABLE.includes(action?.type);
}
