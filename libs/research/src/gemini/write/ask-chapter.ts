import { Permanent, Retryable } from '@dossier/contracts';
import type { ModelGateway, Turn } from '../gateway/model-gateway.ts';
import { paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import type { DraftRules } from './draft-rules.ts';
import { completeSentences, joinAtCut } from './finished-text.ts';
import { traditional, visible, withoutAddresses } from './own-text.ts';
import { objectionsTo, prunedChapter } from './prune-draft.ts';
import { readDraft, type Draft } from './read-draft.ts';

/** A chapter that a model is to write. */
export interface ChapterTask {
  /** Name of its step, for example `write.chapter.2`. */
  readonly step: string;
  readonly prompt: string;
  readonly rules: DraftRules;
}

/** What a model wrote for a chapter, at its best and as it was before; none when it refused. */
export interface Written {
  readonly drafts: readonly Draft[];
  readonly rules: DraftRules;
}

/** Thoughts count, too; the text itself takes some 2,000 tokens. */
const MOST_TOKENS = 12_000;
/** Nobody reads a longer chapter, and the parser should not have to. */
const LONGEST_ANSWER = 20_000;

interface Answer {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Has a chapter written: once, once more where it was cut off, and once again when it has faults.
 * Each request is a step of its own, so a crash repeats none that was answered.
 * @throws what the gateway throws, except that a refusal and an unusable answer give no draft.
 */
export async function askForChapter(
  task: ChapterTask,
  gateway: ModelGateway,
  context: PaidContext,
): Promise<Written> {
  const { rules, step } = task;
  const ask = (name: string, history: readonly Turn[]): Promise<string> =>
    wholeAnswer(name, history, { task, gateway, context });
  const first = await ask(step, []);
  if (first === '') return { drafts: [], rules };
  const draft = readDraft(await traditional(first));
  const objections = objectionsTo(draft, rules);
  if (objections.length === 0) return { drafts: [draft], rules };
  const again = await ask(`${step}.again`, [
    { by: 'model', text: withoutAddresses(first) },
    { by: 'us', text: prompt('chapter-again', { faults: faultList(objections) }) },
  ]);
  return { drafts: [readDraft(await traditional(again)), draft], rules };
}

/** The chapter's body, pruned, without what was `told` elsewhere; undefined when nothing is left of it. */
export function bodyOf({ drafts, rules }: Written, told: readonly string[]): string | undefined {
  for (const draft of drafts) {
    const body = prunedChapter(draft, rules, told);
    if (body !== undefined) return body;
  }
  return undefined;
}

interface Asking {
  readonly task: ChapterTask;
  readonly gateway: ModelGateway;
  readonly context: PaidContext;
}

/** An answer to its last complete sentence, gone on with once when the token cap cut it. */
async function wholeAnswer(
  name: string,
  history: readonly Turn[],
  asking: Asking,
): Promise<string> {
  const { text, isCut } = await answer(name, history, asking);
  if (!isCut) return text;
  const goOn: readonly Turn[] = [
    ...history,
    { by: 'model', text: withoutAddresses(text) },
    { by: 'us', text: prompt('chapter-go-on', {}) },
  ];
  const more = await answer(`${name}.more`, goOn, asking);
  const joined = joinAtCut(text, more.text);
  return more.isCut || more.text === '' ? completeSentences(joined) : joined;
}

function answer(
  name: string,
  history: readonly Turn[],
  { task, gateway, context }: Asking,
): Promise<Answer> {
  const { signal, ledger } = context;
  return paidStep(context, name, async (): Promise<Answer> => {
    try {
      const { parts, isCut } = await gateway.prose({
        tier: 'write',
        step: name,
        system: prompt('system', {}),
        prompt: task.prompt,
        history,
        maxOutputTokens: MOST_TOKENS,
        signal,
        ledger,
      });
      const text = parts.join('').trim();
      const seen = visible(text, LONGEST_ANSWER);
      // More of what is too long already would be paid for nothing.
      if (text.length > LONGEST_ANSWER) return { text: completeSentences(seen), isCut: false };
      return { text: seen, isCut };
    } catch (error) {
      if (isNoAnswer(error)) return { text: '', isCut: false };
      throw error;
    }
  });
}

/** Whether a model has answered in a way that asking again would not change. */
export function isNoAnswer(error: unknown): boolean {
  return (
    (error instanceof Permanent && error.reason === 'model-refused') ||
    (error instanceof Retryable && error.reason === 'model-answer-unusable')
  );
}

function faultList(objections: readonly string[]): string {
  return dataBlock('faults', withoutAddresses(objections.map((each) => `- ${each}`).join('\n')));
}
