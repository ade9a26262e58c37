import type { Transaction } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import type { Ids, RunKey, Workspace } from '@dossier/contracts';
import { IDS, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import { decideHandOver } from '@dossier/workspace';
import { tidied } from '../conversation/tidied.ts';
import { decideAsking } from '../decisions/decide-asking.ts';
import { reachable } from '../decisions/decide-membership.ts';
import type { Decision } from '../decisions/decision.ts';
import { undeliveredIn, type Situation } from '../decisions/situation.ts';
import { ChapterReader } from './chapter-reader.ts';
import { DailyUse } from './daily-use.ts';
import type { EventRequest } from './event-request.ts';
import { EventStore, type Read } from './event-store.ts';
import { SituationReader } from './situation-reader.service.ts';
import { WorkspaceDrafts } from './workspace-drafts.ts';

/** What became of an event. */
export type Decided =
  /** Handled before, overtaken by a newer event about the same message, or without any effect. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'decided';
      readonly decision: Decision;
      /** Ends of versions that this event's answer hands over. */
      readonly handedOver: readonly { readonly key: RunKey; readonly workspace: Workspace }[];
    };

const NOTHING: Decided = { kind: 'nothing' };

/**
 * Decides on events: everything that an event leads to, and that it was handled, is written in one
 * transaction. So a redelivered event finds either all of it or none, and an attempt that failed does
 * not stand in the way of the next.
 */
@Injectable()
export class DecideEventService {
  constructor(
    private readonly store: EventStore,
    private readonly situations: SituationReader,
    private readonly use: DailyUse,
    private readonly chapters: ChapterReader,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws the store's error when the decision is not durable. */
  decide(request: EventRequest): Promise<Decided> {
    const handledBy = this.ids.next();
    let latest: Decided = NOTHING;
    return this.store.transaction(async (transaction) => {
      const read = await this.store.read(transaction, request);
      // The client runs this again when the answer to its commit was lost: what it did then holds.
      if (read.handled?.handledBy === handledBy) return latest;
      if (isOver(request, read)) return NOTHING;
      const situation = await this.situations.read(transaction, request, read);
      latest = await this.#decideWithin(transaction, request, { read, situation, handledBy });
      return latest;
    });
  }

  async #decideWithin(
    transaction: Transaction,
    request: EventRequest,
    { read, situation, handledBy }: { read: Read; situation: Situation; handledBy: string },
  ): Promise<Decided> {
    const { requester, event, asking } = request;
    const drafts = new WorkspaceDrafts(situation.workspaces);
    const conversation = comeBack(situation, request, drafts);
    const handedOver = event.replyToken === undefined ? [] : handOver(situation, drafts);
    const decision = await decideAsking(
      { ...situation, conversation, workspaces: drafts.workspaces },
      { asking, timestamp: event.timestamp, run: read.message?.run },
      {
        readChapters: (target) => this.chapters.read(target),
        prefix: this.settings.DOSSIER_GROUP_PREFIX,
        readsWishes: this.settings.DOSSIER_PROVIDER === 'gemini',
      },
    );
    drafts.apply(decision.changes ?? []);
    const after = tidied(
      decision.conversation ?? conversation,
      drafts.workspaces,
      handedOver.map(({ runId }) => runId),
    );
    const changes = drafts.changes();
    const unchanged = after === read.conversation && changes.length === 0;
    // What has no effect costs no write; but the message itself may still come after its edit or unsend.
    const leavesMark = asking.kind === 'unsend' || asking.kind === 'edit';
    if (unchanged && decision.say === undefined && !leavesMark) return NOTHING;
    const { began } = decision;
    // One write for the message that this event is about; a queued one that begins has its own.
    const isOwn = began?.messageKey !== undefined && began.messageKey === request.messageKey;
    const kept = asking.kind === 'edit' ? read.message?.run : undefined;
    this.store.writeHandled(transaction, request, handledBy, isOwn ? began.run : kept);
    this.store.write(transaction, requester.conversationId, {
      ...(after !== read.conversation && { conversation: after }),
      ...(began !== undefined && !isOwn && { began }),
      changes,
    });
    if (decision.counted === true) this.use.write(transaction, requester, situation.begunToday);
    return { kind: 'decided', decision, handedOver: withWorkspaces(handedOver, drafts) };
  }
}

/** Handled before, under this or another event id; taken back; or edited by a newer event. */
function isOver({ asking, fingerprint, event }: EventRequest, { handled, message }: Read): boolean {
  if (handled !== undefined) return true;
  if (message === undefined || asking.kind === 'unsend') return false;
  const sameMessage = message.fingerprint === fingerprint && message.fingerprint !== undefined;
  const overtaken = message.unsent === true || message.edited === true;
  return sameMessage || (overtaken && message.timestamp >= event.timestamp);
}

/** Whoever writes has not blocked the bot any more, even if LINE's word about it never came. */
function comeBack(
  situation: Situation,
  { asking, event }: EventRequest,
  drafts: WorkspaceDrafts,
): Situation['conversation'] {
  const { conversation } = situation;
  if (asking.kind === 'farewell' || asking.kind === 'unsend') return conversation;
  if (conversation.unreachableSince === undefined) return conversation;
  const back = reachable(situation, event.timestamp);
  drafts.apply(back.changes ?? []);
  return back.conversation ?? conversation;
}

/** Marks the ends that could not be pushed as handed over by this event's answer. */
function handOver(situation: Situation, drafts: WorkspaceDrafts): readonly RunKey[] {
  const keys = undeliveredIn(situation);
  for (const [runId, ends] of Map.groupBy(keys, (key) => key.runId)) {
    const workspace = drafts.workspaces.get(runId);
    const versions = ends.map(({ version }) => version);
    if (workspace !== undefined) drafts.apply([decideHandOver(workspace, versions, situation.now)]);
  }
  return keys;
}

function withWorkspaces(keys: readonly RunKey[], { workspaces }: WorkspaceDrafts) {
  return keys.flatMap((key) => {
    const workspace = workspaces.get(key.runId);
    return workspace === undefined ? [] : [{ key, workspace }];
  });
}
