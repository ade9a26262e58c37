import { element, timeOf } from './dom.js';

/**
 * @typedef {{ replies: number, used: number, limit?: number }} Usage
 * @typedef {object} Sending one request of the bot to send something
 * @property {string} requestId
 * @property {'reply' | 'push' | 'multicast' | 'loading' | 'manager'} kind
 * @property {string[]} to
 * @property {number} messages
 * @property {number} cost
 * @property {string} at
 * @property {number} status 0 when it never arrived
 * @property {boolean} lost the bot did not get the answer
 * @property {string} [refusal] what LINE said when it refused
 */

const KINDS = {
  reply: '回覆',
  push: '推播',
  multicast: '群發',
  loading: '輸入中',
  manager: '後台',
};
const SHOWN = 40;

/** What the bot sent, to whom and for how much; the latest first. */
export class Ledger {
  #list;
  #usagePlace;
  #nameOf;

  /**
   * @param {{ list: HTMLElement, usage: HTMLElement }} places
   * @param {(chatId: string) => string} nameOf
   */
  constructor({ list, usage }, nameOf) {
    this.#list = list;
    this.#usagePlace = usage;
    this.#nameOf = nameOf;
  }

  /** Starts over with these, oldest first. @param {Sending[]} sendings */
  show(sendings) {
    const nothing = element('li', { class: 'hint', text: '機器人還沒有送出任何東西。' });
    this.#list.replaceChildren(nothing);
    sendings.forEach((sending) => this.add(sending));
  }

  /** @param {Sending} sending */
  add(sending) {
    this.#list.querySelector('.hint')?.remove();
    this.#list.prepend(this.#row(sending));
    while (this.#list.childElementCount > SHOWN) this.#list.lastElementChild.remove();
  }

  /** @param {Usage} usage */
  showUsage(usage) {
    const { replies, used, limit } = usage;
    const full = limit !== undefined && used >= limit;
    const pushes = limit === undefined ? `${used} 則` : `${used}／${limit} 則`;
    const parts = [
      element('p', {}, [element('span', { text: '回覆' }), strong(`${replies} 次`), ' 免費']),
      element('p', {}, [
        element('span', { text: '本月推播' }),
        strong(pushes),
        ...(full ? [element('span', { class: 'badge refused-badge', text: '額度用盡' })] : []),
      ]),
    ];
    this.#usagePlace.replaceChildren(...parts);
    if (limit !== undefined) this.#usagePlace.append(gauge(used, limit));
  }

  #row(sending) {
    const { text, tone } = outcomeOf(sending);
    const names = sending.to.map(this.#nameOf).join('、') || '—';
    return element('li', { class: `sending ${sending.kind}` }, [
      element('time', { text: timeOf(new Date(sending.at)) }),
      element('span', { class: 'badge', text: KINDS[sending.kind] ?? sending.kind }),
      element('span', { class: 'receiver', text: names }),
      element('span', {
        class: `outcome ${tone}`,
        text,
        attributes: sending.refusal ? { title: sending.refusal } : {},
      }),
    ]);
  }
}

/** What became of a request, in a few words. */
function outcomeOf({ kind, cost, status, lost, messages, refusal }) {
  if (status === 0) return { text: '沒有送到 LINE', tone: 'bad' };
  if (status === 409) return { text: '重複，未再送', tone: 'free' };
  if (status === 429) return { text: reasonOf429(refusal), tone: 'bad' };
  if (status >= 400) return { text: `被拒（${status}）`, tone: 'bad' };
  const free = kind === 'reply' || kind === 'loading';
  const price = free ? '免費' : cost === 0 ? '0 則（已封鎖）' : `${cost} 則`;
  const size = messages > 1 ? `${messages} 個訊息・` : '';
  return { text: `${size}${price}${lost ? '・回應遺失' : ''}`, tone: free ? 'free' : 'paid' };
}

/** LINE has two refusals of this status: the month is used up, or too much came at once. */
function reasonOf429(refusal = '') {
  return refusal.includes('monthly limit') ? '額度用盡' : '太頻繁';
}

function strong(text) {
  return element('strong', { text });
}

function gauge(used, limit) {
  const made = element('meter', { attributes: { 'aria-hidden': 'true' } });
  made.max = Math.max(limit, 1);
  made.high = made.max * 0.8;
  made.optimum = 0;
  made.value = limit === 0 ? 1 : used;
  return made;
}
