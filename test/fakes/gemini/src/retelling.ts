import { DENIAL, type Aspect } from './aspects.ts';
import { GENERAL_TOPIC, languageOf, type PromptExtract } from './prompt-data.ts';
import { readStatement, sentenceOf, type Statement } from './statements.ts';

/** A sentence of a chapter without its full stop, and the extracts that it rests on. */
export interface Retold {
  readonly text: string;
  readonly keys: readonly string[];
}

/**
 * What extracts say, in the report's language and nothing twice: all that state something about one
 * aspect become one sentence, others one each; foreign words are quoted.
 */
export function retold(extracts: readonly PromptExtract[]): Retold[] {
  const read = extracts.map(({ key, text }) => ({ key, text, statement: readStatement(text) }));
  const bySubject = Map.groupBy(read, ({ text, statement }) => statement?.aspect.id ?? text);
  return Array.from(bySubject.values(), (same) => {
    const statements = same.flatMap(({ statement }) => statement ?? []);
    const [{ text } = { text: '' }] = same;
    return {
      text: statements.length > 0 ? stated(statements) : quoted(text),
      keys: same.map(({ key }) => key),
    };
  });
}

function stated(statements: readonly Statement[]): string {
  const first = statements.find(({ topic }) => topic !== GENERAL_TOPIC.en) ?? statements[0];
  if (first === undefined) return '';
  const others = new Set(statements.map(({ value }) => value));
  others.delete(first.value);
  const sentence = sentenceOf(first, 'zh-TW').slice(0, -1);
  if (others.size === 0) return sentence;
  return `${sentence}，另有來源的說法是${[...others].map((value) => shown(first.aspect, value)).join('或')}`;
}

function shown({ unit = '' }: Aspect, value: string): string {
  return value === 'yes' || value === 'no' ? DENIAL['zh-TW'][value] : ` ${value}${unit}`;
}

function quoted(text: string): string {
  const plain = text.replace(/[。．.！!？?；;\s]+$/u, '');
  return languageOf(plain) === 'zh-TW' ? plain : `來源的原文是「${plain}」`;
}
