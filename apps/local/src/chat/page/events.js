const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8000;

/**
 * Follows the chat. The stream is opened anew after every break, from the last entry seen: the browser's
 * own reconnecting gives up for good when the server answers an error while it restarts.
 * @param {number} cursor id of the last entry already shown
 * @param {{ onEvent: (type: string, data: any) => void, onConnection: (up: boolean) => void }} handlers
 */
export function followChat(cursor, { onEvent, onConnection }) {
  let retryMs = FIRST_RETRY_MS;
  const connect = () => {
    const source = new EventSource(`/chat/events?after=${cursor}`);
    source.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      onConnection(true);
    });
    for (const type of ['reset', 'entry', 'webhook', 'loading', 'progress']) {
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
 * The chat up to now; undefined while the server is not there or not ready.
 * @throws Error with a text for the user when it refuses this page.
 */
export async function loadHistory() {
  const response = await fetch('/chat/history').catch(() => undefined);
  if (response === undefined || response.status >= 500) return undefined;
  if (!response.ok) throw new Error(await reasonOf(response));
  return response.json();
}

/** Sends a text, resolving when the bot's webhook has answered. @throws Error with a text for the user. */
export function sendText(text) {
  return post('/chat/messages', { text });
}

/** Taps a button. @throws Error as sendText does. */
export function sendPostback(data, displayText) {
  return post('/chat/postbacks', displayText ? { data, displayText } : { data });
}

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
