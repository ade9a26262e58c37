/**
 * The line where one writes. Enter sends, Shift+Enter breaks the line; Enter that ends a word of an
 * input method (注音, 倉頡, 拼音) does neither.
 * @param {{ form: HTMLFormElement, text: HTMLTextAreaElement, send: HTMLButtonElement }} parts
 * @param {(text: string) => Promise<boolean>} onSend true when the text was taken
 */
export function setUpComposer({ form, text, send }, onSend) {
  let sending = false;
  const refresh = () => {
    text.style.height = 'auto';
    text.style.height = `${Math.min(text.scrollHeight, 120)}px`;
    send.disabled = sending || text.value.trim() === '';
  };
  const submit = async () => {
    const value = text.value.trim();
    if (sending || value === '') return;
    sending = true;
    form.setAttribute('aria-busy', 'true');
    text.value = '';
    refresh();
    const taken = await onSend(value);
    sending = false;
    form.removeAttribute('aria-busy');
    // What was typed meanwhile stays; only a message that was not taken comes back.
    if (!taken && text.value === '') text.value = value;
    refresh();
    text.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  text.addEventListener('input', refresh);
  text.addEventListener('keydown', (event) => {
    // Safari ends the composition before the key event; 229 is how it still says so.
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    void submit();
  });
  refresh();
}
