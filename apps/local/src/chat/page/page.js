import { ChatLog } from './chat.js';
import { setUpComposer } from './composer.js';
import { element } from './dom.js';
import { followChat, loadHistory, sendPostback, sendText } from './events.js';
import { Pipeline } from './pipeline.js';

const byId = (id) => document.getElementById(id);
const welcome = byId('welcome');
const log = new ChatLog(
  { log: byId('log'), quick: byId('quick'), scroller: byId('scroller') },
  tap,
);
const pipeline = new Pipeline(byId('pipeline'));

/** Runs a request; what went wrong is said in the chat. @returns whether it was taken. */
async function attempt(request) {
  try {
    await request;
    return true;
  } catch (error) {
    welcome.hidden = true;
    log.addNotice(error.message);
    return false;
  }
}

function tap(action) {
  const request =
    action.type === 'postback'
      ? sendPostback(action.data, action.displayText ?? action.text)
      : sendText(action.text);
  void attempt(request);
}

const handlers = {
  entry: (entry) => {
    welcome.hidden = true;
    log.add(entry);
  },
  webhook: (report) => log.reportWebhook(report, (text) => attempt(sendText(text))),
  loading: ({ until }) => log.showTyping(new Date(until)),
  progress: (event) => pipeline.update(event),
  // The server's memory is another one than this page shows: its data folder was changed or emptied.
  reset: () => location.reload(),
};

function showExamples(examples) {
  const chips = examples.map((question) => {
    const chip = element('button', {
      class: 'chip',
      text: question,
      attributes: { type: 'button' },
    });
    chip.addEventListener('click', () => attempt(sendText(question)));
    return chip;
  });
  byId('examples').replaceChildren(...chips);
}

function showConnection(up) {
  byId('connection').hidden = up;
}

function setUpCopy() {
  const copy = byId('copy');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(byId('command').textContent);
    copy.textContent = '已複製';
    setTimeout(() => (copy.textContent = '複製指令'), 2000);
  });
  // Browsers offer the clipboard to secure pages only; localhost counts as one.
  copy.hidden = navigator.clipboard === undefined;
}

/** The server may still be starting, or restarting: the page waits for it. */
async function historyWhenThere() {
  for (;;) {
    const history = await loadHistory();
    if (history !== undefined) return history;
    showConnection(false);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function start() {
  const { botName, examples, entries, cursor } = await historyWhenThere();
  byId('bot-name').textContent = botName;
  document.title = botName;
  showExamples(examples);
  for (const entry of entries) log.add(entry, true);
  welcome.hidden = !log.empty;
  log.scrollToEnd();
  // Only from here on: a screen reader should not read out the whole history.
  byId('log').setAttribute('aria-live', 'polite');
  followChat(cursor, {
    onEvent: (type, data) => handlers[type](data),
    onConnection: showConnection,
  });
  // On a phone the keyboard would cover half of the page.
  if (matchMedia('(pointer: fine)').matches) byId('text').focus();
}

setUpCopy();
setUpComposer({ form: byId('composer'), text: byId('text'), send: byId('send') }, (text) =>
  attempt(sendText(text)),
);
void attempt(start());
