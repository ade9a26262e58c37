import { actionElement } from './actions.js';
import { dayOf, element, linkified, timeOf } from './dom.js';
import { renderMessage } from './messages.js';

/** The log of the chat: bubbles, days, the typing dots, refused messages, quick replies. */
export class ChatLog {
  #log;
  #quick;
  #scroller;
  #perform;
  #lastDay = '';
  #lastFrom = '';
  /** Rows of the user by entry id, for their read marks. */
  #userRows = new Map();
  #typing = typingRow();
  #typingTimer;

  /**
   * @param {{ log: HTMLElement, quick: HTMLElement, scroller: HTMLElement }} places
   * @param {(action: object) => void} perform what a tap does
   */
  constructor({ log, quick, scroller }, perform) {
    this.#log = log;
    this.#quick = quick;
    this.#scroller = scroller;
    this.#perform = perform;
  }

  /** Nothing has been said yet. */
  get empty() {
    return this.#log.childElementCount === 0;
  }

  /** Adds what somebody said. @param {boolean} [known] true for history: it was read long ago. */
  add(entry, known = false) {
    if (entry.from === 'user' && entry.text === undefined) return;
    const stay = !known && entry.from === 'bot' && !this.#atEnd();
    this.#startDay(new Date(entry.at));
    if (entry.from === 'user') this.#addUser(entry, known);
    else this.#addBot(entry);
    this.#lastFrom = entry.from;
    this.#showQuickReplies(entry.from === 'bot' ? entry.message.quickReply : undefined);
    if (!stay) this.scrollToEnd();
  }

  /** Marks a message as read, or says why the bot never got it. */
  reportWebhook({ entryId, ok, status, reason }, onRetry) {
    const row = this.#userRows.get(entryId);
    if (row === undefined) return;
    if (ok) row.mark.textContent = '已讀';
    else this.#refuse(row, status, reason, onRetry);
  }

  /** Shows the three dots until a time or the bot's next message. */
  showTyping(until) {
    clearTimeout(this.#typingTimer);
    const left = until.getTime() - Date.now();
    if (left <= 0) return;
    const follow = this.#atEnd();
    this.#log.append(this.#typing);
    this.#typingTimer = setTimeout(() => this.#typing.remove(), left);
    if (follow) this.scrollToEnd();
  }

  /** Says something of the page's own, as when a message could not be sent. */
  addNotice(text) {
    const notice = element('p', { class: 'notice', text, attributes: { role: 'alert' } });
    this.#append(notice);
    this.#lastFrom = '';
    this.scrollToEnd();
  }

  scrollToEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #addUser(entry, known) {
    const mark = element('span', { class: 'read', text: known ? '已讀' : '' });
    const time = element('time', { text: timeOf(new Date(entry.at)) });
    const bubble = element('div', { class: 'bubble' }, linkified(entry.text));
    const meta = element('span', { class: 'meta' }, [mark, time]);
    const row = element('div', { class: this.#rowClass('user') }, [meta, bubble]);
    row.prepend(element('span', { class: 'sr-only', text: '你：' }));
    this.#append(row);
    this.#userRows.set(entry.id, { row, mark, text: entry.text });
  }

  #addBot(entry) {
    this.#typing.remove();
    clearTimeout(this.#typingTimer);
    const body = renderMessage(entry.message, this.#perform);
    const time = element('time', { text: timeOf(new Date(entry.at)) });
    const meta = element('span', { class: 'meta' }, [time]);
    const wide = body.classList.contains('rich') ? ' wide' : '';
    const avatar = document.querySelector('.avatar').cloneNode(true);
    const content = element('div', { class: 'content' }, [body, meta]);
    this.#append(element('div', { class: this.#rowClass('bot') + wide }, [avatar, content]));
  }

  #rowClass(from) {
    return `row ${from}${this.#lastFrom === from ? ' again' : ''}`;
  }

  /** New rows stand before the typing dots, which are always last. */
  #append(row) {
    if (this.#typing.isConnected) this.#typing.before(row);
    else this.#log.append(row);
  }

  #startDay(date) {
    const day = dayOf(date);
    if (day === this.#lastDay) return;
    this.#lastDay = day;
    this.#lastFrom = '';
    this.#append(element('p', { class: 'day', text: day }));
  }

  #refuse({ row, mark, text }, status, reason, onRetry) {
    if (row.classList.contains('refused')) return;
    row.classList.add('refused');
    mark.textContent = '未送達';
    const why = status === 0 ? WHY[reason] : `webhook 回應 ${status}`;
    const again = element('button', { text: '再傳一次', attributes: { type: 'button' } });
    again.addEventListener('click', () => onRetry(text));
    const note = element('p', { class: 'refusal', text: `訊息未送達：${why}。` });
    note.append(again);
    row.after(note);
    this.scrollToEnd();
  }

  #showQuickReplies(quickReply) {
    const items = Array.isArray(quickReply?.items) ? quickReply.items : [];
    this.#quick.hidden = items.length === 0;
    this.#quick.replaceChildren(
      ...items.map(({ action }) => actionElement(action, this.#perform, 'pill')),
    );
    this.#quick.scrollLeft = 0;
  }

  #atEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < 120;
  }
}

const WHY = {
  request_timeout: 'webhook 沒有在 2 秒內回應',
  could_not_connect: '連不到 webhook',
};

function typingRow() {
  const dots = element('div', { class: 'bubble typing', attributes: { role: 'status' } }, [
    element('span', { class: 'sr-only', text: '正在處理' }),
    ...Array.from({ length: 3 }, () => element('i')),
  ]);
  const avatar = document.querySelector('.avatar').cloneNode(true);
  return element('div', { class: 'row bot' }, [
    avatar,
    element('div', { class: 'content' }, [dots]),
  ]);
}
