import { isEnded, type FollowUpWish, type RunKey } from '@dossier/contracts';
import type { ChapterChoice } from '@dossier/line';
import type { Asked, AskedBack } from '../conversation/conversation.ts';
import { decideAsked } from './begin.ts';
import { saying, type Decision, type Say } from './decision.ts';
import { mayChange, newestReport, targetOf, type Situation, type Target } from './situation.ts';
import { stageOf } from './stage-of.ts';

/** Reads the chapters of a published version that can be gone into; undefined when nobody can tell any more. */
export type ReadChapters = (target: Target) => Promise<readonly ChapterChoice[] | undefined>;

/** A wish whose chapter or languages may still be open. */
export type OpenWish =
  | FollowUpWish
  | { readonly kind: 'choose-chapter'; readonly chapter?: undefined }
  | { readonly kind: 'choose-language'; readonly chapter?: number };

/**
 * Makes a further version of a finished report, or asks back: for the chapter that is meant, when
 * none or one that is not there was named, and for the languages of further sources.
 */
export async function decideFollowUp(
  situation: Situation,
  wish: OpenWish,
  readChapters: ReadChapters,
  named?: RunKey,
): Promise<Decision> {
  const target = targetOf(situation, named);
  if (target === undefined)
    return saying({ kind: named === undefined ? 'no-run' : 'button-invalid' });
  const { workspace } = target;
  const { question } = workspace.versions['1']?.request ?? target.version.request;
  const newest = workspace.versions[String(workspace.version)];
  if (!mayChange(situation, workspace.requester)) return saying({ kind: 'not-owner' });
  const base = baseOf(target);
  if (base === undefined && newest !== undefined && !isEnded(newest.status)) {
    const run = { runId: workspace.runId, version: workspace.version };
    return saying({ kind: 'still-running', run, question, stage: stageOf(newest) });
  }
  if (base === undefined) return saying({ kind: 'no-report', run: target.key, question });
  const chapters = await chaptersFor(wish, base, readChapters);
  if (chapters === undefined) {
    return saying({ kind: 'base-unreadable', run: base.key, question });
  }
  const heading = chapters.find(({ number }) => number === wish.chapter)?.heading;
  const askedBack = (open: FollowUpWish, say: Say): Decision =>
    askingBack(situation, { run: base.key, wish: open }, say);
  if (wish.kind === 'choose-chapter') {
    const say: Say = { kind: 'choose-chapter', run: base.key, question, chapters };
    return askedBack({ kind: 'deepen' }, say);
  }
  if (wish.chapter !== undefined && heading === undefined) {
    const missing = { missing: wish.chapter, ...otherThanDeepen(wish) };
    const { chapter: _missing, ...open } = wish;
    const say: Say = { kind: 'choose-chapter', run: base.key, question, chapters, ...missing };
    return askedBack(open.kind === 'choose-language' ? { kind: 'add-sources' } : open, say);
  }
  if (wish.kind === 'choose-language') {
    const named = wish.chapter === undefined ? {} : { chapter: wish.chapter };
    const say: Say = { kind: 'choose-language', run: base.key, question, ...named };
    return askedBack({ kind: 'add-sources', ...named }, say);
  }
  const asked: Asked = {
    id: situation.ownRunId,
    requester: situation.requester,
    askedAt: situation.now.toISOString(),
    ...(situation.messageKey !== undefined && { messageKey: situation.messageKey }),
    what: {
      kind: 'follow-up',
      runId: base.key.runId,
      question,
      baseVersion: base.key.version,
      ...(base.key.version === newestReport(workspace)?.version && { ofNewest: true }),
      wish,
      ...(heading !== undefined && { heading }),
    },
  };
  return decideAsked(situation, asked);
}

/** Asks for what the wish leaves open, and remembers it for a bare answer. */
function askingBack(
  { conversation, now, messageKey }: Situation,
  open: Pick<AskedBack, 'run' | 'wish'>,
  say: Say,
): Decision {
  const askedBack: AskedBack = {
    ...open,
    askedAt: now.toISOString(),
    ...(messageKey !== undefined && { messageKey }),
  };
  return { conversation: { ...conversation, askedBack }, say };
}

function otherThanDeepen({ kind }: OpenWish): { readonly wish?: 'rewrite' | 'add-sources' } {
  if (kind === 'rewrite') return { wish: kind };
  return kind === 'add-sources' || kind === 'choose-language' ? { wish: 'add-sources' } : {};
}

/** The spoken-of version when it has a report, else the newest that has one. */
function baseOf({ key, workspace }: Target): Target | undefined {
  const own = workspace.versions[String(key.version)]?.stages.publish?.status === 'done';
  const found = own ? key : newestReport(workspace);
  const version = found && workspace.versions[String(found.version)];
  return found && version && { key: found, workspace, version };
}

/** Only a wish that speaks of chapters needs them. */
async function chaptersFor(
  { kind, chapter }: OpenWish,
  base: Target,
  readChapters: ReadChapters,
): Promise<readonly ChapterChoice[] | undefined> {
  return kind === 'choose-chapter' || chapter !== undefined ? readChapters(base) : [];
}
