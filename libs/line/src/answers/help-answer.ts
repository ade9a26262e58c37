import { COMMANDS } from '../commands/command-table.ts';
import { say, type Composers } from './alternatives.ts';

/** What a person can say, from the table that also understands it. */
export const HELP_ANSWER: Composers<'help'> = {
  help: ({ group, prefix }) =>
    say(
      [
        '我會查找並比對來源，把問題寫成附上出處的報告。可以這樣告訴我：',
        ...COMMANDS.map(({ example, description }) => `・${example}\n　${description}`),
        group
          ? `在群組裡請先標註（@）我，或用「${prefix}」開頭，例如：${prefix} 查看進度`
          : '其他的句子，只要讀起來像問題，我就會開始研究。',
      ],
      [
        { label: '新研究', does: { act: 'new-topic' } },
        { label: '我的報告', does: { act: 'history' } },
      ],
    ),
};
