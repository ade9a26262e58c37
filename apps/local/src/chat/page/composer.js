/**
 * What one is about to say in a chat.
 * @typedef {{ text: string, context?: Context }} Draft
 * What it refers to: the message that is answered or changed, and how the strip above names it.
 * @typedef {{ kind: 'quote' | 'edit', messageId: string, label: string }} Context
 */

/**
 * The line where one writes. Every chat keeps its own draft. Enter sends, Shift+Enter breaks the line;
 * Enter that ends a word of an input method (注音, 倉頡, 拼音) does neither.
 */
export class Composer {
  #parts;
  #onSend;
  /** @type {Map<string, Draft>} */
  #drafts = new Map();
  #chat = '';
  #context;
  #waiting = 0;

  /**
   * @param {{ form: HTMLFormElement, text: HTMLTextAreaElement, send: HTMLButtonElement,
   *   strip: HTMLElement, stripText: HTMLElement, stripCancel: HTMLButtonElement }} parts
   * @param {(text: string, context?: Context) => Promise<boolean>} onSend true when the text was taken
   */
  constructor(parts, onSend) {
    this.#parts = parts;
    this.#onSend = onSend;
    const { form, text, stripCancel } = parts;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    text.addEventListener('input', () => this.#refresh());
    text.addEventListener('keydown', (event) => {
      // Safari ends the composition before the key event; 229 is how it still says so.
      const composing = event.isComposing || event.keyCode === 229;
      if (event.key !== 'Enter' || event.shiftKey || composing) return;
      event.preventDefault();
      void this.#submit();
    });
    stripCancel.addEventListener('click', () => this.#clear());
    this.#refresh();
  }

  /** Goes over to another chat: its draft comes back. */
  enter(chat) {
    if (chat === this.#chat) return;
    this.#drafts.set(this.#chat, { text: this.#parts.text.value, context: this.#context });
    this.#chat = chat;
    const { text = '', context } = this.#drafts.get(chat) ?? {};
    this.#show(text, context);
  }

  /** Starts an answer to a message, or a change of it. */
  refer(context, text = this.#parts.text.value) {
    this.#show(text, context);
    this.#parts.text.focus();
  }

  /** Writes for the person, as a button with a prepared text does. */
  fill(text) {
    this.#show(text, this.#context);
    this.#parts.text.focus();
  }

  /** Puts a word where the cursor is. */
  insert(word) {
    const { text } = this.#parts;
    text.setRangeText(word, text.selectionStart, text.selectionEnd, 'end');
    this.#refresh();
    text.focus();
  }

  async #submit() {
    const { form, text } = this.#parts;
    const [chat, context, value] = [this.#chat, this.#context, text.value.trim()];
    if (value === '') return;
    this.#clear();
    this.#waiting += 1;
    form.setAttribute('aria-busy', 'true');
    const taken = await this.#onSend(value, context);
    this.#waiting -= 1;
    if (this.#waiting === 0) form.removeAttribute('aria-busy');
    if (!taken) this.#giveBack(chat, { text: value, context });
  }

  /** A message that was not taken comes back, unless something else has been typed meanwhile. */
  #giveBack(chat, draft) {
    if (chat !== this.#chat) this.#drafts.set(chat, draft);
    else if (this.#parts.text.value === '') this.#show(draft.text, draft.context);
  }

  #clear() {
    this.#show('', undefined);
    this.#parts.text.focus();
  }

  #show(text, context) {
    this.#context = context;
    this.#parts.text.value = text;
    this.#parts.strip.hidden = context === undefined;
    this.#parts.stripText.textContent = context?.label ?? '';
    this.#refresh();
  }

  #refresh() {
    const { text, send } = this.#parts;
    text.style.height = 'auto';
    text.style.height = `${Math.min(text.scrollHeight, 120)}px`;
    send.disabled = text.value.trim() === '';
  }
}
