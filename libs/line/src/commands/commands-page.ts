import type { Language } from '@dossier/contracts';
import { COMMANDS, type Command } from './command-table.ts';

const INTRODUCTION = `# What people can say

Every command is a sentence in Traditional Chinese, English or Japanese; buttons do the same. This page
is made from \`libs/line/src/commands/command-table.ts\`, as are the help in the chat and the rules
(\`node libs/line/src/commands/write-commands-page.ts\`), and a test compares them.

- **A question needs no command.** What reads as a question (it asks, or names a topic in about six
  Chinese characters or three words) is researched.
- **A command is the whole sentence.** 取消 cancels; 公司取消遠距工作的影響是什麼？ is a question. Polite
  words, punctuation, emojis, width, case and Simplified characters make no difference: 请取消吧！ cancels.
- **A command may say more only where that has a meaning:** a chapter (第二章, 第 2 節, chapter 2), languages
  (中文, 日文, 英文), a manner of writing. 深入第二章，補日文來源 is one wish. Further words about the chapter
  (深入第二章，特別是成本) go along as they are.
- **What is not sure is asked back**, with buttons: fragments (第二章, 那個呢), commands with more than their
  rule knows (取消第二章). A wrong guess would cost a research.
- **In groups** the bot listens to what mentions it, or begins with /研究 (another prefix can be set).
- A command is about the report that the message quotes, else about the chat's current one.

## Commands

Where a word is followed or preceded by what it is about, 〜 stands for that. What changes a run is for
the person who asked; the others in a group may look.
`;

const AUDIENCES = { anyone: 'everybody', owner: 'the person who asked the question' } as const;
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-TW': 'Chinese',
  en: 'English',
  ja: 'Japanese',
};

/** The text of docs/commands.md. */
export function commandsPage(): string {
  return [INTRODUCTION, ...COMMANDS.map(sectionOf)].join('\n');
}

function sectionOf({ name, words, audience, description, example }: Command): string {
  const [title] = words['zh-TW'];
  const lists = Object.entries(words).map(
    ([language, list]) =>
      `- ${LANGUAGE_NAMES[language as Language]}: ${list.map(shown).join('、')}`,
  );
  return [
    `### ${title} (\`${name}\`)\n`,
    `${description}. For example 「${example}」, for ${AUDIENCES[audience]}.\n`,
    ...lists,
    '',
  ].join('\n');
}

function shown(word: string): string {
  return word.startsWith('を') ? `〜${word}` : word;
}
