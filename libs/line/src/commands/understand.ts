import { MAX_QUESTION_LENGTH } from '@dossier/contracts';
import { COMMANDS, type CommandName } from './command-table.ts';
import { contentOf } from './content.ts';
import { explicitResearch } from './explicit-research.ts';
import { fold } from './fold.ts';
import { followUpOf } from './follow-up.ts';
import { isResearchable } from './free-text.ts';
import type { Intent } from './intent.ts';
import { ownThingOf } from './own-things.ts';
import { barer, withoutMarks } from './politeness.ts';
import { rewriteOf } from './rewrite.ts';
import { smallTalkOf } from './small-talk.ts';

/** No command by name is longer, however politely it is said. */
const MAX_COMMAND = 100;

const LETTER = /[\p{L}\p{N}]/u;
const MARK = String.raw`[\s,，。.!！?？~～]`;
const THANKS_AT_THE_END = RegExp(
  `(?<!${MARK})${MARK}+(?:謝謝|谢谢|感謝|感谢|thanks|thank you|thx)[你您啦]?${MARK}*$`,
  'iu',
);

const COMMAND_OF: ReadonlyMap<string, CommandName> = new Map(
  COMMANDS.flatMap(({ name, words }) =>
    Object.values(words)
      .flat()
      .map((word) => [withoutMarks(fold(word)), name] as const),
  ).filter(([word]) => word !== ''),
);

/**
 * What a person wants, as far as rules can tell; total and pure. A rule that is not sure gives
 * `unclear` instead of guessing: a wrong guess costs a research, asking back costs a tap. Commands are
 * whole sentences, so a question that merely contains their words stays a question.
 */
export function understand(text: string): Intent {
  const said = text.toWellFormed().normalize('NFC').trim();
  if (said.length > MAX_QUESTION_LENGTH) return { kind: 'too-long', length: said.length };
  if (!LETTER.test(said)) return { kind: /[?？]/.test(said) ? 'help' : 'empty' };
  const folded = fold(said);
  const smallTalk = smallTalkOf(folded);
  return (
    commandOf(folded) ??
    (smallTalk && { kind: smallTalk }) ??
    ownThingOf(folded) ??
    followUpOf(said, folded) ??
    rewriteOf(said, folded) ??
    researchOf(said, folded) ?? { kind: 'unclear', text: said }
  );
}

/** A command that is said by its name, with polite words at most. */
function commandOf(folded: string): Intent | undefined {
  if (folded.length > MAX_COMMAND) return undefined;
  // 一下 may stand within a command as well: 看一下進度.
  const name = [folded, folded.replaceAll('一下', '')]
    .flatMap(barer)
    .map((step) => COMMAND_OF.get(step.normalize('NFC')))
    .find((known) => known !== undefined);
  switch (name) {
    case undefined:
    // These need more than their name; their own rules know what its lack means.
    case 'deepen':
    case 'add-sources':
    case 'rewrite':
      return undefined;
    case 'research':
      return { kind: 'ask-question' };
    default:
      return { kind: name };
  }
}

function researchOf(said: string, folded: string): Intent | undefined {
  const place = explicitResearch(folded);
  if (place === undefined) {
    return isResearchable(folded) ? { kind: 'research', question: questionIn(said) } : undefined;
  }
  const question = questionIn(said.slice(place.start, place.end));
  if (!LETTER.test(question)) return { kind: 'ask-question' };
  return contentOf(fold(question)).content > 0 ? { kind: 'research', question } : undefined;
}

/** The question in the person's own words, without their thanks. */
function questionIn(text: string): string {
  return text.replace(THANKS_AT_THE_END, '').trim();
}
