import type { RunId } from '@dossier/contracts';
import { parsePostback, type PostbackAction } from '@dossier/line';
import { decideChoice } from './decide-choice.ts';
import { decideFollowUp } from './decide-follow-up.ts';
import { decideRunCommand } from './decide-run-command.ts';
import { decideAsked } from './begin.ts';
import { help, history, newQuestion, newTopic, type DecisionTools } from './decide-text.ts';
import { saying, type Decision } from './decision.ts';
import { targetOf, type Situation } from './situation.ts';

/** The run that a button names: it must be read before the button can be decided on. */
export function runNamedBy(data: string): RunId | undefined {
  const action = parsePostback(data);
  return action !== undefined && 'run' in action ? action.run.runId : undefined;
}

/**
 * Does what a button says. Its data may be anybody's: what is no button of ours, or names a run of
 * another conversation, is refused in words.
 */
export function decidePostback(
  situation: Situation,
  data: string,
  tools: DecisionTools,
): Decision | Promise<Decision> {
  const action = parsePostback(data);
  if (action === undefined) return saying({ kind: 'button-invalid' });
  switch (action.act) {
    case 'history':
      return history(situation);
    case 'help':
      return saying(help(situation, tools));
    case 'new-topic':
      return newTopic(situation);
    case 'wait':
    case 'cancel-first':
    case 'queue':
    case 'research':
      return decideChoice(situation, action);
    case 'select':
      return select(situation, action);
    case 'ask-again':
      return askAgain(situation, action);
    case 'republish':
      return decideFollowUp(situation, { kind: 'republish' }, tools.readChapters, action.run);
    case 'deepen':
    case 'add-sources':
      return decideFollowUp(situation, wishOf(action), tools.readChapters, action.run);
    default:
      return decideRunCommand(situation, action.act, action.run);
  }
}

type Deepening = Extract<PostbackAction, { act: 'deepen' | 'add-sources' }>;

function wishOf(action: Deepening): Parameters<typeof decideFollowUp>[1] {
  if (action.act === 'deepen') {
    const { chapter } = action;
    return chapter === undefined ? { kind: 'choose-chapter' } : { kind: 'deepen', chapter };
  }
  const { chapter, language } = action;
  const named = chapter === undefined ? {} : { chapter };
  return language === undefined
    ? { kind: 'choose-language', ...named }
    : { kind: 'add-sources', ...named, languages: [language] };
}

/** Begins new research with the question of a run that cannot be gone on from. */
function askAgain(
  situation: Situation,
  { run }: Extract<PostbackAction, { run: unknown }>,
): Decision {
  const target = targetOf(situation, run);
  if (target === undefined) return saying({ kind: 'button-invalid' });
  const { question } = target.version.request;
  return decideAsked(situation, newQuestion(situation, question));
}

function select(
  situation: Situation,
  { run }: Extract<PostbackAction, { run: unknown; act: unknown }>,
): Decision {
  const target = targetOf(situation, run);
  if (target === undefined) return saying({ kind: 'button-invalid' });
  const { question } = target.version.request;
  return {
    conversation: { ...situation.conversation, currentRunId: run.runId },
    say: { kind: 'selected', run: target.key, question },
  };
}
