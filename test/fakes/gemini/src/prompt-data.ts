import type { AnswerLanguage } from './aspects.ts';

/** One numbered extract of a prompt. */
export interface PromptExtract {
  /** `S1-2`. */
  readonly key: string;
  readonly text: string;
}

/** What stands in a `<data name="...">` block. */
export interface DataBlock {
  readonly name: string;
  readonly text: string;
}

/** What a sentence is about when a question gives no words for it. */
export const GENERAL_TOPIC: Readonly<Record<AnswerLanguage, string>> = {
  'zh-TW': '這個領域',
  ja: 'この分野',
  en: 'this field',
};

const KEY = String.raw`S\d+-\d+`;

/** The data blocks of a prompt, in order. */
export function dataBlocks(prompt: string): DataBlock[] {
  const found = prompt.matchAll(/<data name="([^"]*)">\n?(.*?)\n?<\/data>/gsu);
  return Array.from(found, ([, name = '', text = '']) => ({ name, text }));
}

/** A prompt without what stands in its data blocks: our own words. */
export function withoutData(prompt: string): string {
  return prompt.replace(/<data name="[^"]*">.*?<\/data>/gsu, '');
}

/** The text of the first block with one of these names; empty when there is none. */
export function blockText(prompt: string, ...names: readonly string[]): string {
  return dataBlocks(prompt).find(({ name }) => names.includes(name.toLowerCase()))?.text ?? '';
}

/** The numbered extracts of a prompt, `[S1-2] text`, each once. */
export function extractsIn(prompt: string): PromptExtract[] {
  const lines = prompt.matchAll(new RegExp(String.raw`^\W*?\[\^?(${KEY})\]:?[ \t]*(\S.*)$`, 'gmu'));
  const found = new Map<string, string>();
  for (const [, key = '', line = ''] of lines) {
    // A note on the extract may stand before its text: `(new)`.
    const text = line.replace(/^[(（][^)）]{1,12}[)）]\s*/u, '').trim();
    if (!found.has(key)) found.set(key, text);
  }
  return Array.from(found, ([key, text]) => ({ key, text }));
}

/** Every source key that occurs in a text, each once. */
export function keysIn(text: string): string[] {
  return [...new Set(text.match(new RegExp(KEY, 'gu')) ?? [])];
}

/** The source of an extract: `S1` for `S1-2`. */
export function sourceOf(key: string): string {
  return key.replace(/-\d+$/u, '');
}

/** Language of a text by its letters. */
export function languageOf(text: string): AnswerLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh-TW' : 'en';
}

/** What a question is about, short enough to stand in a sentence. */
export function topicOf(question: string, language: AnswerLanguage): string {
  const [line = ''] = question.trim().split(/[\n。？?！!；;]/u);
  if (language === 'en' || languageOf(line) === 'en') {
    const words = line.match(/[A-Za-z][\w+.-]{2,}/gu) ?? [];
    return words.length === 0 ? GENERAL_TOPIC.en : words.slice(0, 5).join(' ');
  }
  const plain = line
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const [subject = plain] =
    /^.{3,12}?(?=的|對|是|有|如何|怎|為什麼|會|能|は|が|を|の|について)/u.exec(plain) ?? [];
  const short = Array.from(subject).slice(0, 12).join('').trim();
  return short === '' ? GENERAL_TOPIC[language] : short;
}
