// Writes docs/conformance.md from the tables beside this file: node test/conformance/official/write-page.ts
import { writeFileSync } from 'node:fs';
import { conformancePage } from './conformance-page.ts';

writeFileSync(new URL('../../../docs/conformance.md', import.meta.url), conformancePage());
