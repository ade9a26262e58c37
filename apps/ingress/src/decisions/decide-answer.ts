import { understandAnswer } from '@dossier/line';
import { withoutAskedBack } from '../conversation/conversation.ts';
import type { Decision } from './decision.ts';
import { decideFollowUp, type ReadChapters } from './decide-follow-up.ts';
import type { Situation } from './situation.ts';

/** Later than this nobody answers a question any more: the words mean something else. */
const ANSWER_MS = 60 * 60 * 1_000;

/**
 * Goes on with the wish about which the bot asked back, when a text that alone is unclear names the
 * chapter or the languages; undefined when nothing was asked, or this does not answer it.
 */
export async function decideAnswer(
  situation: Situation,
  text: string,
  readChapters: ReadChapters,
): Promise<Decision | undefined> {
  const { conversation, now } = situation;
  const { askedBack } = conversation;
  const answer = understandAnswer(text);
  if (askedBack === undefined || answer === undefined) return undefined;
  if (now.getTime() - Date.parse(askedBack.askedAt) > ANSWER_MS) return undefined;
  const wish = { ...askedBack.wish, ...answer };
  if (wish.kind !== 'add-sources' && wish.chapter === undefined) return undefined;
  const answered = { ...situation, conversation: withoutAskedBack(conversation) };
  // Sources whose language is still open after the chapter is named are asked for once more.
  const isOpen = wish.kind === 'add-sources' && wish.languages === undefined;
  const { chapter } = wish;
  return decideFollowUp(
    answered,
    isOpen ? { kind: 'choose-language', ...(chapter !== undefined && { chapter }) } : wish,
    readChapters,
    askedBack.run,
  );
}
