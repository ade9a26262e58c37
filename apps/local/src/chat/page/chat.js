import { dayOf, element, linkified } from './dom.js';
import { botRow, quotedStrip, summaryOf, textOf, typingRow, userRow } from './rows.js';

/** The log of one chat: bubbles, days, the typing dots, refused messages. It may be out of sight. */
export class ChatLog {
  /** What stands in the chat. */
  lines = element('div', { class: 'lines' });
  /** Quick replies of the last message. */
  quickReplies = [];
  #scroller;
  #options;
  #speaker;
  #lastDay = '';
  #lastFrom = '';
  /** Rows by entry id. */
  #rows = new Map();
  /** Entries by LINE's message id, for quotes. */
  #entries = new Map();
  #typing = typingRow();
  #typingTimer;
  /** Where one had scrolled to when the chat was left; undefined for the end. */
  #scrolledTo;

  /**
   * @param {HTMLElement} scroller shows one log at a time
   * @param {object} options
   * @param {(userId: string) => { name: string, index: number }} options.personOf
   * @param {string} options.botName
   * @param {(action: object) => void} options.perform what a tap does
   * @param {(text: string) => void} options.retry sends a refused text again
   * @param {import('./rows.js').RowTools} options.tools
   */
  constructor(scroller, options) {
    this.#scroller = scroller;
    this.#options = options;
  }

  /** Nothing has been said yet. */
  get empty() {
    return this.#rows.size === 0;
  }

  /** Nothing more to scroll to, or nearly so. */
  get atEnd() {
    if (!this.lines.isConnected) return this.#scrolledTo === undefined;
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < 120;
  }

  /** Whose phone one looks at: their own messages stand at the right. */
  set speaker(userId) {
    this.#speaker = userId;
    for (const { row, entry } of this.#rows.values()) this.#turn(row, entry);
  }

  /** The log has just come into sight, or is about to leave it. */
  enter() {
    this.#scroller.scrollTop = this.#scrolledTo ?? this.#scroller.scrollHeight;
  }

  leave() {
    this.#scrolledTo = this.atEnd ? undefined : this.#scroller.scrollTop;
  }

  /** Adds what somebody said. @param {boolean} [known] true for history: it was read long ago. */
  add(entry, known = false) {
    this.#entries.set(entry.messageId, entry);
    this.quickReplies = (entry.from === 'bot' && entry.message.quickReply?.items) || [];
    if (entry.from === 'user' && textOf(entry) === undefined) return;
    const stay = !known && entry.from === 'bot' && !this.atEnd;
    this.#startDay(new Date(entry.at));
    if (entry.from === 'user') this.#addUser(entry, known);
    else this.#addBot(entry);
    if (!stay) this.scrollToEnd();
  }

  /** A text was changed. */
  edit({ id, text }) {
    const found = this.#rows.get(id);
    if (found === undefined) return;
    found.entry.text = text;
    found.text.replaceChildren(...linkified(text));
    found.edited.hidden = false;
  }

  /** A message was taken back: only that is left of it. */
  remove(id) {
    const found = this.#rows.get(id);
    if (found === undefined) return;
    const { entry, row } = found;
    const who = entry.userId === this.#speaker ? '你' : this.#options.personOf(entry.userId).name;
    row.replaceWith(element('p', { class: 'day', text: `${who}已收回訊息` }));
    this.#rows.delete(id);
    this.#entries.delete(entry.messageId);
    this.#lastFrom = '';
  }

  /** Marks a message as read, or says why the bot never got it. */
  reportWebhook({ entryId, ok, status, reason }) {
    const found = this.#rows.get(entryId);
    if (found === undefined) return;
    if (ok) found.mark.textContent = '已讀';
    else this.#refuse(found, status, reason);
  }

  /** Shows the three dots until a time or the bot's next message. */
  showTyping(until) {
    clearTimeout(this.#typingTimer);
    const left = until.getTime() - Date.now();
    if (left <= 0) return;
    const follow = this.atEnd;
    this.lines.append(this.#typing);
    this.#typingTimer = setTimeout(() => this.#typing.remove(), left);
    if (follow) this.scrollToEnd();
  }

  /** Says something of the page's own, as when a message could not be sent. */
  addNotice(text) {
    this.#append(element('p', { class: 'notice', text, attributes: { role: 'alert' } }));
    this.#lastFrom = '';
    this.scrollToEnd();
  }

  scrollToEnd() {
    this.#scrolledTo = undefined;
    if (this.lines.isConnected) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #addUser(entry, known) {
    const { personOf, tools } = this.#options;
    const more = { known, tools, quoted: this.#quoted(entry) };
    const made = userRow(entry, personOf(entry.userId), more);
    this.#rows.set(entry.id, { ...made, entry });
    this.#turn(made.row, entry);
    this.#appendFrom(entry.userId, made.row);
  }

  #addBot(entry) {
    this.#typing.remove();
    clearTimeout(this.#typingTimer);
    const { perform, tools } = this.#options;
    const row = botRow(entry, perform, { tools, quoted: this.#quoted(entry) });
    this.#rows.set(entry.id, { row, entry });
    this.#appendFrom('bot', row);
  }

  #turn(row, { from, userId }) {
    if (from === 'user') row.classList.toggle('own', userId === this.#speaker);
  }

  #quoted({ quotedMessageId }) {
    if (!quotedMessageId) return undefined;
    const { personOf, botName } = this.#options;
    const quoted = this.#entries.get(quotedMessageId);
    if (quoted === undefined) return quotedStrip('', '（原訊息已不在）');
    const name = quoted.from === 'bot' ? botName : personOf(quoted.userId).name;
    return quotedStrip(name, summaryOf(quoted));
  }

  #appendFrom(from, row) {
    row.classList.toggle('again', this.#lastFrom === from);
    this.#lastFrom = from;
    this.#append(row);
  }

  /** New rows stand before the typing dots, which are always last. */
  #append(row) {
    if (this.lines.isConnected && row.classList.contains('row')) welcome(row);
    if (this.#typing.parentNode) this.#typing.before(row);
    else this.lines.append(row);
  }

  #startDay(date) {
    const day = dayOf(date);
    if (day === this.#lastDay) return;
    this.#lastDay = day;
    this.#lastFrom = '';
    this.#append(element('p', { class: 'day', text: day }));
  }

  #refuse({ row, mark, entry }, status, reason) {
    if (row.classList.contains('refused')) return;
    row.classList.add('refused');
    mark.textContent = '未送達';
    const why = status === 0 ? WHY[reason] : `webhook 回應 ${status}`;
    const note = element('p', { class: 'refusal', text: `訊息未送達：${why}。` });
    if (entry.text && !entry.postbackData) {
      const again = element('button', { text: '再傳一次', attributes: { type: 'button' } });
      again.addEventListener('click', () => this.#options.retry(entry.text));
      note.append(again);
    }
    row.after(note);
    this.scrollToEnd();
  }
}

/** A new row glides in, once: not again whenever its chat comes into sight. */
function welcome(row) {
  row.classList.add('fresh');
  row.addEventListener('animationend', () => row.classList.remove('fresh'), { once: true });
}

const WHY = {
  request_timeout: 'webhook 沒有在 2 秒內回應',
  could_not_connect: '連不到 webhook',
};
