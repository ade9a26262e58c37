import type { Requester, Workspace } from '@dossier/contracts';
import type { JournalEntry } from '@dossier/fake-line';
import type { LocalCloud } from '../../e2e/local-cloud.kit.ts';
import { eventually } from '../../support/eventually.ts';
import { postAsLine } from './post-as-line.kit.ts';
import { Scene, type Person, type Place } from './scene.ts';
import type { Expected, WebhookCase } from './webhook-case.ts';

type Chat = Exclude<Place, 'chat'> | Person;
const CHATS: readonly Chat[] = ['user', 'other', 'third', 'group', 'room'];
const REPLY = '/v2/bot/message/reply';
const COLLECTIONS = ['workspaces', 'conversations', 'lineEvents', 'lineMessages'] as const;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['U', 'user'],
  ['C', 'group'],
  ['R', 'room'],
]);

/** What is looked at of a chat's document. */
interface Conversation {
  readonly pending?: Asked;
  readonly queue?: readonly Asked[];
  readonly unreachableSince?: string;
}
interface Asked {
  readonly what: { readonly question: string };
}

/** What came of a case, in the words of `Expected`. */
export type Outcome = Required<Expected> & { readonly pushes: number };

/** Posts a case to the ingress behind `cloud.line.webhookUrl`, and looks at what came of it. */
export async function outcomeOf(
  cloud: LocalCloud,
  { posts, expected }: WebhookCase,
  number: number,
): Promise<Outcome> {
  const { line } = cloud;
  const scene = new Scene(number, Date.now());
  const [callsBefore, eventsBefore] = [line.journal.length, await countEvents(cloud)];
  const statuses: number[] = [];
  for (const post of posts(scene)) statuses.push(await postAsLine(cloud, post));
  const calls = (): readonly JournalEntry[] => line.journal.slice(callsBefore);
  const replies = (): readonly JournalEntry[] => calls().filter(({ path }) => path === REPLY);
  const wanted = (expected.replies ?? []).length + (expected.refused ?? 0);
  // An answer may be slower than the 200. One too many is caught all the same, unless it is slower still.
  await eventually('the replies', () => settled(replies(), wanted), { withinMs: 5_000 }).catch(
    () => undefined,
  );
  const runs = await runsOf(cloud, scene);
  const secrets = expected.nowhere ?? [];
  const everything = secrets.length === 0 ? [] : [await documentsOf(cloud), calls()];
  return {
    status: statuses,
    runs: runs.map((run) => runWords(run, scene)).toSorted(),
    replies: namedAs(
      expected.replies ?? [],
      line.delivered
        .filter(({ kind, to }) => kind === 'reply' && chatOf(to, scene) !== undefined)
        .map(({ to, messages }) => `${chatOf(to, scene)}: ${wordsIn(messages)}`),
    ),
    refused: replies().filter(({ status }) => status !== 200).length,
    state: await stateOf(cloud, scene),
    handled: (await countEvents(cloud)) - eventsBefore,
    nowhere: secrets.filter((secret) => !JSON.stringify(everything).includes(secret)),
    pushes: calls().filter(({ path }) => path.endsWith('/push')).length,
  };
}

/** What is expected, with the defaults in their places. */
export function expectedOutcome({ expected, posts }: WebhookCase, got: Outcome): Outcome {
  const { status = 200, runs = [], replies = [], refused = 0, state = [], nowhere = [] } = expected;
  const count = posts(new Scene(0, 0)).length;
  return {
    status: typeof status === 'number' ? Array.from({ length: count }, () => status) : status,
    runs: runs.toSorted(),
    replies: replies.toSorted(),
    refused,
    state,
    handled: expected.handled ?? got.handled,
    nowhere,
    pushes: 0,
  };
}

function settled(replies: readonly JournalEntry[], wanted: number): boolean {
  return replies.length >= wanted && replies.every(({ status }) => status !== undefined);
}

async function runsOf({ firestore }: LocalCloud, scene: Scene): Promise<Workspace[]> {
  const { docs } = await firestore
    .collection('workspaces')
    .where(
      'requester.to',
      'in',
      CHATS.map((chat) => scene.idOf(chat)),
    )
    .get();
  return docs.map((document) => document.data() as Workspace);
}

function runWords({ requester, version, versions }: Workspace, scene: Scene): string {
  const { request, status } = versions[String(version)] ?? {};
  return `${whoIs(requester, scene)}: ${request?.question}${status === 'running' ? '' : ` (${status})`}`;
}

function whoIs({ to, userId }: Requester, scene: Scene): string {
  const chat = chatOf(to, scene) ?? 'a stranger';
  if (userId === to) return chat;
  return `${(userId && chatOf(userId, scene)) ?? 'nobody'} in ${chat}`;
}

function chatOf(id: string, scene: Scene): Chat | undefined {
  return CHATS.find((chat) => scene.idOf(chat) === id);
}

/** Each reply as the part of its words that is expected, or with all of its words. */
function namedAs(expected: readonly string[], replies: readonly string[]): string[] {
  const left = [...expected];
  const names = replies.map((reply) => {
    const [chat = '', words = ''] = reply.split(/: (.*)/s);
    const at = left.findIndex((part) => {
      const [partChat = '', partWords = ''] = part.split(/: (.*)/s);
      return partChat === chat && words.includes(partWords);
    });
    return at < 0 ? reply : (left.splice(at, 1)[0] ?? reply);
  });
  return names.toSorted();
}

/** What a person reads of messages without opening cards. */
function wordsIn(messages: readonly object[]): string {
  return messages
    .map((message) => ('altText' in message ? message.altText : 'text' in message && message.text))
    .join('\n');
}

async function stateOf({ firestore }: LocalCloud, scene: Scene): Promise<string[]> {
  const documents = await firestore.getAll(
    ...CHATS.map((chat) => {
      const id = scene.idOf(chat);
      return firestore.doc(`conversations/${KINDS.get(id.charAt(0))}:${id}`);
    }),
  );
  return documents.flatMap((document, at) => {
    // Only the ingress writes these documents.
    const { pending, queue = [], unreachableSince } = (document.data() ?? {}) as Conversation;
    const words = [
      ...(pending === undefined ? [] : [`pending ${pending.what.question}`]),
      ...queue.map(({ what }) => `queued ${what.question}`),
      ...(unreachableSince === undefined ? [] : ['unreachable']),
    ];
    return words.map((each) => `${CHATS[at]}: ${each}`);
  });
}

async function countEvents({ firestore }: LocalCloud): Promise<number> {
  return (await firestore.collection('lineEvents').count().get()).data().count;
}

/** All documents: a secret must not lie in those of another chat either. */
async function documentsOf({ firestore }: LocalCloud): Promise<object[]> {
  const all = await Promise.all(COLLECTIONS.map((name) => firestore.collection(name).get()));
  return all.flatMap(({ docs }) => docs.map((document) => document.data()));
}
