const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8000;

const EVENTS = [
  'reset',
  'entry',
  'edited',
  'unsent',
  'webhook',
  'loading',
  'book',
  'ledger',
  'switches',
  'progress',
];

/**
 * Follows the chats. The stream is opened anew after every break, from the last entry seen: the browser's
 * own reconnecting gives up for good when the server answers an error while it restarts.
 * @param {number} cursor id of the last entry already shown
 * @param {{ onEvent: (type: string, data: any) => void, onConnection: (up: boolean) => void }} handlers
 */
export function followChats(cursor, { onEvent, onConnection }) {
  let retryMs = FIRST_RETRY_MS;
  const connect = () => {
    const source = new EventSource(`/chat/events?after=${cursor}`);
    source.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      onConnection(true);
    });
    for (const type of EVENTS) {
      source.addEventListener(type, (event) => {
        cursor = Math.max(cursor, Number(event.lastEventId) || 0);
        onEvent(type, JSON.parse(event.data));
      });
    }
    source.addEventListener('error', () => {
      source.close();
      onConnection(false);
      setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };
  connect();
}

/**
 * Everything up to now; undefined while the server is not there or not ready.
 * @throws Error with a text for the user when it refuses this page.
 */
export async function loadState() {
  const response = await fetch('/chat/state').catch(() => undefined);
  if (response === undefined || response.status >= 500) return undefined;
  if (!response.ok) throw new Error(await reasonOf(response));
  return response.json();
}

/**
 * What the page asks of the server. Each resolves when the bot's webhook has answered, and throws an
 * Error with a text for the user. `speaker` is `{ as, chat }`: who does it, and in which chat.
 */
export const ask = {
  text: (speaker, text, quotes) =>
    post('/chat/messages', { ...speaker, text, ...(quotes && { quotes }) }),
  sticker: (speaker) => post('/chat/stickers', speaker),
  postback: (speaker, data, displayText) =>
    post('/chat/postbacks', { ...speaker, data, ...(displayText && { displayText }) }),
  unsend: (speaker, messageId) => post('/chat/unsend', { ...speaker, messageId }),
  edit: (speaker, messageId, text) => post('/chat/edit', { ...speaker, messageId, text }),
  switches: (wanted) => post('/chat/switches', wanted),
  redelivery: (chat) => post('/chat/redelivery', { chat }),
};

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(path, init).catch(() => {
    throw new Error('連不到模擬器：請確認程式還在執行。');
  });
  if (!response.ok) throw new Error(await reasonOf(response));
}

async function reasonOf(response) {
  const { message } = await response.json().catch(() => ({}));
  return [message].flat().filter(Boolean).join('；') || `模擬器回應 ${response.status}`;
}
