// Writes docs/commands.md from the table of commands: node libs/line/src/commands/write-commands-page.ts
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.ts';

writeFileSync(new URL('../../../../docs/commands.md', import.meta.url), commandsPage());
