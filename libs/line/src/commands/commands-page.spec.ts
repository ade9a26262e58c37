import { readFileSync } from 'node:fs';
import { COMMANDS } from './command-table.ts';
import { commandsPage } from './commands-page.ts';

const PAGE = new URL('../../../../docs/commands.md', import.meta.url);

describe('docs/commands.md', () => {
  it('says what the table says: run libs/line/src/commands/write-commands-page.ts otherwise', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(commandsPage());
  });
});

describe('the table of commands', () => {
  it('has each command once, with words in every language', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    for (const { words } of COMMANDS) {
      for (const list of Object.values(words)) expect(list.length).toBeGreaterThan(0);
    }
  });

  it('gives no word to two commands', () => {
    // 停止 and 中止 are words of two languages for the same.
    const words = COMMANDS.map(({ words }) => [...new Set(Object.values(words).flat())]);
    const all = words.flat();
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
  });

  it('has texts that fit a line of the help', () => {
    for (const { description, example } of COMMANDS) {
      expect(description.length).toBeLessThanOrEqual(30);
      expect(example.length).toBeLessThanOrEqual(20);
      expect(description).not.toMatch(/[。\n]/);
    }
  });
});
