import { Composer } from './composer.js';
import { element } from './dom.js';
import { ask, followChats, loadState } from './events.js';
import { Ledger } from './ledger.js';
import { Pipeline } from './pipeline.js';
import { Rooms } from './rooms.js';
import { summaryOf } from './rows.js';
import { setUpCopy, setUpPanel } from './surroundings.js';
import { Switches } from './switches.js';

const byId = (id) => document.getElementById(id);
/** How the bot is called in mentions. */
const MENTION = '@Dossier ';

/** The page once the server has said who is there. */
class Simulator {
  #state;
  #switched = { blocked: [], removed: false };
  #rooms;
  #composer;
  #switches;
  #ledger;
  #pipeline = new Pipeline(byId('pipeline'));

  constructor(state) {
    this.#state = state;
    this.#composer = new Composer(
      {
        form: byId('composer'),
        text: byId('text'),
        send: byId('send'),
        strip: byId('context'),
        stripText: byId('context-text'),
        stripCancel: byId('context-cancel'),
      },
      (text, context) => this.#send(text, context),
    );
    this.#rooms = new Rooms(state, {
      perform: (action) => this.#tap(action),
      retry: (text) => this.#send(text),
      useTool: (kind, entry) => this.#useTool(kind, entry),
      onEnter: (room) => this.#showRoom(room),
    });
    this.#switches = new Switches(
      { form: byId('scenario'), blockers: byId('blockers'), note: byId('scenario-note') },
      state.people,
      ask.switches,
    );
    this.#ledger = new Ledger(
      { list: byId('ledger'), usage: byId('usage') },
      (id) => this.#rooms.find(id)?.title ?? id,
    );
    this.#setUpButtons();
    this.#showState();
  }

  /** What the event stream tells, by its type. */
  handlers = {
    entry: (entry) => this.#rooms.add(entry),
    edited: (entry) => this.#rooms.find(entry.chatId)?.log.edit(entry),
    unsent: ({ id }) => this.#rooms.each((log) => log.remove(id)),
    webhook: (report) => this.#rooms.each((log) => log.reportWebhook(report)),
    loading: ({ chatId, until }) => this.#rooms.find(chatId)?.log.showTyping(new Date(until)),
    book: ({ entries }) => this.#ledger.show(entries),
    ledger: ({ entry, usage }) => {
      this.#ledger.showUsage(usage);
      this.#ledger.add(entry);
    },
    switches: ({ switches, usage }) => this.#showSwitches(switches, usage),
    progress: (event) => this.#pipeline.update(event),
    // The server's memory is another one than this page shows: its data folder was changed or emptied.
    reset: () => location.reload(),
  };

  get #speaker() {
    const { id, speaker } = this.#rooms.current;
    return { as: speaker, chat: id };
  }

  /** Runs a request; what went wrong is said in the chat. @returns whether it was taken. */
  async #attempt(request) {
    const { log } = this.#rooms.current;
    try {
      await request;
      return true;
    } catch (error) {
      log.addNotice(error.message);
      return false;
    }
  }

  #send(text, context) {
    const { kind, messageId } = context ?? {};
    return this.#attempt(
      kind === 'edit'
        ? ask.edit(this.#speaker, messageId, text)
        : ask.text(this.#speaker, text, messageId),
    );
  }

  #tap(action) {
    if (action.type === 'clipboard') {
      void navigator.clipboard?.writeText(action.clipboardText ?? '');
    } else if (action.type === 'message') {
      void this.#send(action.text);
    } else {
      const shown = action.displayText ?? action.text;
      void this.#attempt(ask.postback(this.#speaker, action.data, shown));
      // LINE opens the keyboard with a prepared text, which the person finishes and sends.
      if (action.inputOption === 'openKeyboard') this.#composer.fill(action.fillInText ?? '');
    }
  }

  #useTool(kind, entry) {
    const { messageId } = entry;
    if (kind === 'unsend') void this.#attempt(ask.unsend(this.#speaker, messageId));
    else if (kind === 'edit') {
      this.#composer.refer({ kind, messageId, label: '編輯訊息' }, entry.text);
    } else this.#composer.refer({ kind, messageId, label: `回覆：${summaryOf(entry)}` });
  }

  #showRoom(room) {
    const { botName, people, group } = this.#state;
    const names = people.map(({ name }) => name).join('、');
    byId('bot-name').textContent = room.shared ? `${group.name}（${people.length + 1}）` : botName;
    byId('bar-note').textContent = room.shared ? `${names}與 Dossier` : `${room.title}的手機`;
    byId('mention').hidden = !room.shared;
    byId('welcome-note').textContent = room.shared
      ? '在群組裡要先提及 @Dossier，我才會回應。'
      : '輸入一個問題，我會規劃、搜尋、比對來源，寫成附引用的報告。';
    this.#composer.enter(room.id);
    this.#showBlock(room);
  }

  #showSwitches(switches, usage) {
    this.#switched = switches;
    this.#switches.show(switches);
    this.#ledger.showUsage(usage);
    if (this.#rooms.current) this.#showBlock(this.#rooms.current);
  }

  /** LINE's apps let nobody write to an account that they block; a group goes on without the bot. */
  #showBlock(room) {
    const { blocked, removed } = this.#switched;
    const away = room.shared ? removed : blocked.includes(room.id);
    byId('blocked').hidden = !away;
    byId('composer').hidden = away;
    byId('speakers').hidden = away || !room.shared;
    byId('blocked-text').textContent = room.shared
      ? '機器人不在群組裡'
      : `${room.title}已封鎖機器人`;
    byId('unblock').textContent = room.shared ? '邀請機器人' : '解除封鎖';
  }

  #setUpButtons() {
    byId('mention').addEventListener('click', () => this.#composer.insert(MENTION));
    byId('sticker').addEventListener('click', () => this.#attempt(ask.sticker(this.#speaker)));
    byId('unblock').addEventListener('click', () => {
      const { id, shared } = this.#rooms.current;
      const blocked = this.#switched.blocked.filter((each) => each !== id);
      void this.#attempt(ask.switches(shared ? { removed: false } : { blocked }));
    });
    byId('redeliver').addEventListener('click', () => {
      void this.#switches.run(() => ask.redelivery(this.#rooms.current.id), '已重送。');
    });
    const chips = this.#state.examples.map((question) => {
      const chip = element('button', {
        class: 'chip',
        text: question,
        attributes: { type: 'button' },
      });
      chip.addEventListener('click', () => {
        void this.#send(this.#rooms.current.shared ? MENTION + question : question);
      });
      return chip;
    });
    byId('examples').replaceChildren(...chips);
  }

  #showState() {
    const { botName, people, entries } = this.#state;
    document.title = botName;
    for (const entry of entries) this.#rooms.add(entry, true);
    this.#rooms.enter(people[0].userId);
  }
}

function showConnection(up) {
  byId('connection').hidden = up;
}

/** The server may still be starting, or restarting: the page waits for it. */
async function stateWhenThere() {
  for (;;) {
    const state = await loadState();
    if (state !== undefined) return state;
    showConnection(false);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function start() {
  const state = await stateWhenThere();
  const { handlers } = new Simulator(state);
  followChats(state.cursor, {
    onEvent: (type, data) => handlers[type](data),
    onConnection: showConnection,
  });
  // On a phone the keyboard would cover half of the page.
  if (matchMedia('(pointer: fine)').matches) byId('text').focus();
}

setUpCopy();
setUpPanel();
start().catch((error) => {
  byId('log').append(element('p', { class: 'notice', text: error.message }));
});
