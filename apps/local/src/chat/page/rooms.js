import { actionElement } from './actions.js';
import { ChatLog } from './chat.js';
import { element } from './dom.js';
import { face } from './rows.js';

/**
 * @typedef {{ userId: string, name: string }} Person
 * @typedef {object} Room one chat: somebody alone with the bot, or the group
 * @property {string} id
 * @property {string} title
 * @property {boolean} shared
 * @property {string} speaker who is at the phone
 * @property {ChatLog} log
 * @property {HTMLButtonElement} tab
 */

const byId = (id) => document.getElementById(id);

/** The chats side by side: which one is seen, who speaks in it, where something new came. */
export class Rooms {
  /** @type {Map<string, Room>} */
  #rooms = new Map();
  #current;
  #perform;
  #onEnter;

  /**
   * @param {{ people: Person[], group: { groupId: string, name: string }, botName: string }} cast
   * @param {object} does
   * @param {(action: object) => void} does.perform what a tap does
   * @param {(text: string) => void} does.retry
   * @param {(kind: 'quote' | 'edit' | 'unsend', entry: object) => void} does.useTool
   * @param {(room: Room) => void} does.onEnter another chat, or another speaker, is in sight
   */
  constructor({ people, group, botName }, { perform, retry, useTool, onEnter }) {
    this.#perform = perform;
    this.#onEnter = onEnter;
    const personOf = (userId) => {
      const index = people.findIndex((person) => person.userId === userId);
      return { name: people[index]?.name ?? '某人', index };
    };
    const open = (id, title, shared, picture) => {
      const tools = {
        quote: (entry) => useTool('quote', entry),
        unsend: (entry) => useTool('unsend', entry),
        ...(shared && { edit: (entry) => useTool('edit', entry) }),
      };
      const log = new ChatLog(byId('scroller'), { personOf, botName, perform, retry, tools });
      const tab = tabOf(title, picture, () => this.enter(id));
      byId('rooms').append(tab);
      const speaker = shared ? people[0].userId : id;
      log.speaker = speaker;
      this.#rooms.set(id, { id, title, shared, speaker, log, tab });
    };
    people.forEach(({ userId, name }, index) => open(userId, name, false, face(name, index)));
    open(group.groupId, group.name, true, face('群', 'group'));
    this.#setUpSpeakers(people);
  }

  /** The chat in sight. */
  get current() {
    return this.#current;
  }

  /** A chat by its id; undefined for one that this page does not show. */
  find(id) {
    return this.#rooms.get(id);
  }

  /** Takes what somebody said. */
  add(entry, known = false) {
    const room = this.#rooms.get(entry.chatId);
    if (room === undefined) return;
    room.log.add(entry, known);
    if (room === this.#current) this.#showAround(room);
    else if (!known && entry.userId !== room.speaker) markUnread(room, true);
  }

  /** Passes on what names an entry but not its chat. */
  each(use) {
    for (const { log } of this.#rooms.values()) use(log);
  }

  /** Brings a chat into sight. */
  enter(id) {
    const room = this.#rooms.get(id);
    if (room === undefined || room === this.#current) return;
    this.#current?.log.leave();
    this.#current?.tab.removeAttribute('aria-current');
    this.#current = room;
    room.tab.setAttribute('aria-current', 'true');
    markUnread(room, false);
    // A screen reader should not read out the whole chat that comes into sight.
    byId('log').setAttribute('aria-live', 'off');
    byId('log').replaceChildren(room.log.lines);
    room.log.enter();
    requestAnimationFrame(() => byId('log').setAttribute('aria-live', 'polite'));
    this.#showAround(room);
    this.#onEnter(room);
  }

  /** What belongs to a chat, but stands outside of its log. */
  #showAround(room) {
    const follow = room.log.atEnd;
    byId('welcome').hidden = !room.log.empty;
    const quick = byId('quick');
    quick.hidden = room.log.quickReplies.length === 0;
    quick.replaceChildren(
      ...room.log.quickReplies.map(({ action }) => actionElement(action, this.#perform, 'pill')),
    );
    quick.scrollLeft = 0;
    // Quick replies take room from the log.
    if (follow) room.log.scrollToEnd();
  }

  #setUpSpeakers(people) {
    const choices = people.map(({ userId, name }, index) => {
      const attributes = { type: 'radio', name: 'speaker', value: userId };
      const input = element('input', { class: 'sr-only', attributes });
      input.checked = index === 0;
      input.addEventListener('change', () => this.#speakAs(userId));
      return element('label', { class: 'speaker' }, [input, face(name, index), name]);
    });
    byId('speakers').append(...choices);
  }

  #speakAs(userId) {
    const room = this.#current;
    room.speaker = userId;
    room.log.speaker = userId;
    this.#onEnter(room);
  }
}

function tabOf(title, picture, onClick) {
  const unread = element('span', { class: 'unread' }, [
    element('span', { class: 'sr-only', text: '，有新訊息' }),
  ]);
  unread.hidden = true;
  const name = element('span', { class: 'room-name', text: title });
  const attributes = { type: 'button' };
  const tab = element('button', { class: 'room', attributes }, [picture, name, unread]);
  tab.addEventListener('click', onClick);
  return tab;
}

function markUnread({ tab }, unread) {
  tab.querySelector('.unread').hidden = !unread;
}
