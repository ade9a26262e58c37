import { element } from './dom.js';

/**
 * @typedef {object} SwitchState as the server keeps it
 * @property {string[]} blocked ids of the people who block the bot
 * @property {boolean} removed the bot is not in the group
 * @property {boolean} quotaExhausted
 * @property {number} slowMs
 * @property {boolean} duplicates
 */

/** The card where life is made harder for the bot. The server decides; the controls follow it. */
export class Switches {
  #form;
  #note;

  /**
   * @param {{ form: HTMLFormElement, blockers: HTMLElement, note: HTMLElement }} places
   * @param {{ userId: string, name: string }[]} people
   * @param {(wanted: Partial<SwitchState>) => Promise<unknown>} onTurn
   */
  constructor({ form, blockers, note }, people, onTurn) {
    this.#form = form;
    this.#note = note;
    for (const { userId, name } of people) {
      const attributes = { type: 'checkbox', name: 'blocked', value: userId };
      const input = element('input', { attributes });
      blockers.append(element('label', { class: 'tick' }, [input, name]));
    }
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', ({ target }) => {
      void this.run(() => onTurn(this.#wanted(target.name)));
    });
  }

  /** @param {SwitchState} state */
  show({ blocked, removed, quotaExhausted, slowMs, duplicates }) {
    const { elements } = this.#form;
    for (const box of this.#form.querySelectorAll('[name=blocked]')) {
      box.checked = blocked.includes(box.value);
    }
    elements.namedItem('removed').checked = removed;
    elements.namedItem('quotaExhausted').checked = quotaExhausted;
    elements.namedItem('duplicates').checked = duplicates;
    elements.namedItem('slowMs').value = String(slowMs);
  }

  /** Does something; how it ended is said below the switches. */
  async run(work, done = '') {
    this.#note.textContent = '';
    try {
      await work();
      this.#note.textContent = done;
    } catch (error) {
      this.#note.textContent = error.message;
    }
  }

  /** Only what was touched: another window may have turned the others meanwhile. */
  #wanted(name) {
    const { elements } = this.#form;
    if (name === 'slowMs') return { slowMs: Number(elements.namedItem(name).value) };
    if (name !== 'blocked') return { [name]: elements.namedItem(name).checked };
    const ticked = this.#form.querySelectorAll('[name=blocked]:checked');
    return { blocked: [...ticked].map(({ value }) => value) };
  }
}
