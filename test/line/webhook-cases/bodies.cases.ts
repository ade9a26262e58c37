import { answers, begins, one, SILENT, type RawPost, type WebhookCase } from './webhook-case.ts';
import type { Scene } from './scene.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const REFUSED = { ...SILENT, status: 401 } as const;
const UNREADABLE = { ...SILENT, status: 400 } as const;

/** The body that LINE makes of events, with the non-BMP characters as they are. */
const bodyOf = (scene: Scene, events: readonly object[], extra: object = {}): string =>
  JSON.stringify({ destination: scene.bot, events, ...extra });

function raw(
  title: string,
  post: (scene: Scene) => RawPost,
  expected: WebhookCase['expected'],
): WebhookCase {
  return { title, posts: (scene) => [post(scene)], expected };
}

function body(title: string, text: string, expected: WebhookCase['expected']): WebhookCase {
  return raw(title, () => ({ raw: text }), expected);
}

/** The question in a body that is written otherwise. */
function written(title: string, rewrite: (json: string) => string): WebhookCase {
  return raw(
    title,
    (scene) => {
      const events = [scene.text(`${QUESTION}\u{1F30B}`)];
      return { raw: rewrite(bodyOf(scene, events)), events };
    },
    begins(`${QUESTION}\u{1F30B}`),
  );
}

function unsigned(title: string, signature: string | null): WebhookCase {
  return raw(
    title,
    (scene) => ({ raw: bodyOf(scene, [scene.text(QUESTION)]), signature }),
    REFUSED,
  );
}

const escapedIn = (pattern: RegExp) => (json: string) =>
  json.replaceAll(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What a body may be, before any event in it matters. */
export const BODIES: readonly WebhookCase[] = [
  unsigned('no signature', null),
  unsigned('an empty signature', ''),
  unsigned('a signature that is no base64', '%%%'),
  unsigned('the signature of another body', 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs='),
  unsigned('a signature that is cut', 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fM'),
  raw('rubbish without a signature', () => ({ raw: '{', signature: null }), REFUSED),
  ...['X-Line-Signature', 'X-LINE-SIGNATURE'].map((header) =>
    raw(
      `the header ${header}`,
      (scene) => {
        const events = [scene.text(QUESTION)];
        return { raw: bodyOf(scene, events), events, header };
      },
      begins(QUESTION),
    ),
  ),
  written('emoji as they are', (json) => json),
  written('emoji escaped in capitals', (json) =>
    json.replaceAll(
      /[\ud800-\udfff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  ),
  written('emoji escaped in small letters', escapedIn(/[\ud800-\udfff]/g)),
  written('everything beyond ASCII escaped', escapedIn(/[^ -~]/g)),
  written('spaces and line breaks', (json) => JSON.stringify(JSON.parse(json), undefined, 2)),
  written('a byte order mark at its beginning', (json) => `\ufeff${json}`),
  written('slashes escaped', (json) => json.replaceAll('/', '\\/')),
  body('the verify button', `{"destination":"U${'0'.repeat(32)}","events":[]}`, SILENT),
  body('no events, and properties that LINE may add', '{"events":[],"later":{"a":[1]}}', SILENT),
  body('no events property', '{"destination":"U0"}', SILENT),
  body('events that are no list', '{"events":{"0":{}}}', SILENT),
  body('an empty object', '{}', SILENT),
  body('events that are no objects', '{"events":[null,1,"x",[],true]}', SILENT),
  body('events without anything', '{"events":[{},{"type":"message"},{"type":"postback"}]}', SILENT),
  body('half a JSON', '{"events":[', UNREADABLE),
  body('a list', '[]', UNREADABLE),
  body('null', 'null', UNREADABLE),
  body('a text', '"events"', UNREADABLE),
  body('nothing', '', UNREADABLE),
  raw(
    'bytes that are no UTF-8',
    () => ({ raw: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }),
    UNREADABLE,
  ),
  raw(
    'a prototype in disguise',
    (scene) => ({
      raw: `{"__proto__":{"events":[1]},"events":[{"__proto__":{"type":"message"},"mode":"active"}],"destination":"${scene.bot}"}`,
    }),
    SILENT,
  ),
  body(
    'an event nested far too deeply',
    `{"events":[${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}]}`,
    UNREADABLE,
  ),
  raw(
    'a question beside properties that LINE may add',
    (scene) => {
      const event = scene.text(QUESTION, {
        event: { later: { nested: [1, null] }, deliveryContext: { isRedelivery: false, hop: 3 } },
        content: { style: 'bold', parts: [{ a: 1 }] },
      });
      return { raw: bodyOf(scene, [event], { version: 9 }), events: [event] };
    },
    begins(QUESTION),
  ),
  one(
    'another destination',
    (scene) => ({ ...scene.text(QUESTION), destination: 'U1' }),
    begins(QUESTION),
  ),
  raw(
    'no destination',
    (scene) => {
      const events = [scene.text(QUESTION)];
      return { raw: JSON.stringify({ events }), events };
    },
    begins(QUESTION),
  ),
  raw(
    'two megabytes',
    (scene) => {
      const events = [scene.text('長'.repeat(600_000))];
      return { raw: bodyOf(scene, events), events };
    },
    answers('超過上限'),
  ),
];
