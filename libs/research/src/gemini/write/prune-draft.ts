import { readChapter } from '@dossier/report';
import { statementFlaws } from '@dossier/evaluation';
import {
  CHAPTER_LENGTH,
  chapterObjections,
  isRepeated,
  objectionTo,
  type DraftRules,
} from './draft-rules.ts';
import { markdownOf, type Block, type Draft, type Sentence } from './read-draft.ts';

/** What a model can be told of its faults at once. */
const MOST_OBJECTIONS = 12;
const LONGEST_QUOTATION = 60;

/** Everything that is wrong with a draft, each in a short sentence for the model. */
export function objectionsTo(draft: Draft, rules: DraftRules): readonly string[] {
  const sentences = draft.blocks.flatMap((block) => block.sentences);
  const single = sentences.flatMap((sentence) => {
    const objection = objectionTo(sentence, rules);
    return objection === undefined ? [] : [`${objection}: ${quoted(sentence.text)}`];
  });
  const repeated = sentences.filter(({ text }, at) =>
    isRepeated(
      text,
      sentences.slice(0, at).map((sentence) => sentence.text),
    ),
  );
  const length = sentences.reduce((sum, { text }) => sum + [...text].length, 0);
  const all = [
    ...(draft.dropped.length === 0 ? [] : ['Headings, tables, code and rules must not be used.']),
    ...(length > CHAPTER_LENGTH.most ? ['The chapter is much too long.'] : []),
    ...single,
    ...repeated.map(({ text }) => `This is said twice: ${quoted(text)}`),
  ];
  const objections =
    all.length > 0 ? all : chapterObjections(prunedMarkdown(draft, rules, []), rules);
  return objections.slice(0, MOST_OBJECTIONS);
}

/**
 * The draft's chapter without what cannot stand: unknown markers, then sentences without a marker, with
 * numbers that their extracts do not hold, or that say again what was `told` in other chapters.
 * Undefined when what is left is no chapter.
 */
export function prunedChapter(
  draft: Draft,
  rules: DraftRules,
  told: readonly string[],
): string | undefined {
  const markdown = prunedMarkdown(draft, rules, told);
  return chapterObjections(markdown, rules).length === 0 ? markdown : undefined;
}

function prunedMarkdown(draft: Draft, rules: DraftRules, told: readonly string[]): string {
  const said = [...told];
  let room: number = CHAPTER_LENGTH.most;
  const kept: Block[] = [];
  for (const block of draft.blocks) {
    const sentences = block.sentences
      .map((sentence) => withKnownMarks(sentence, rules))
      .filter((sentence) => objectionTo(sentence, rules) === undefined)
      .filter(({ text }) => {
        const isNew = !isRepeated(text, said);
        if (isNew) said.push(text);
        return isNew;
      })
      .filter(({ text }) => {
        room -= text.length;
        return room >= 0;
      });
    const pruned = { ...block, sentences };
    if (sentences.length > 0 && readsAsJudged(pruned, rules)) kept.push(pruned);
  }
  return kept.reduce((markdown, block, at) => {
    const isList = block.isItem && kept[at - 1]?.isItem === true;
    return `${markdown}${at === 0 ? '' : isList ? '\n' : '\n\n'}${blockMarkdown(block)}`;
  }, '');
}

function withKnownMarks({ text, marks }: Sentence, { allowed }: DraftRules): Sentence {
  return { text, marks: marks.filter(({ key }) => allowed.has(key)) };
}

/** Leaving sentences out moves what stands around them: half a quotation may swallow its neighbour. */
function readsAsJudged(block: Block, { allowed }: DraftRules): boolean {
  const { statements } = readChapter({ markdown: blockMarkdown(block) });
  return statements.every((statement) => {
    const { unknown, isUncited, untraced, simplified } = statementFlaws(statement, allowed);
    return !isUncited && unknown.length + untraced.length + simplified.length === 0;
  });
}

function blockMarkdown({ isItem, sentences }: Block): string {
  const text = sentences.reduce((before, sentence) => {
    const space = /[\w.!?]$/u.test(before.replace(/(?:\[\^[^\]]+\])+$/u, '')) ? ' ' : '';
    return `${before}${before === '' ? '' : space}${markdownOf(closed(sentence))}`;
  }, '');
  return isItem ? `- ${text}` : text;
}

/** Every sentence ends as one: half of a list's introduction would read on into the next. */
function closed({ text, marks }: Sentence): Sentence {
  if (/[。！？.!?…][」』）)】”"’]*$/u.test(text)) return { text, marks };
  const words = text.replace(/[\s：:，,、；;]+$/u, '');
  return {
    text: `${words}。`,
    marks: marks.map(({ offset, key }) => ({ offset: Math.min(offset, words.length), key })),
  };
}

function quoted(text: string): string {
  const characters = [...text];
  const isLong = characters.length > LONGEST_QUOTATION;
  return `"${isLong ? `${characters.slice(0, LONGEST_QUOTATION).join('')}…` : text}"`;
}
