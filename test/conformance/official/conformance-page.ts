import { DIFFERENCES, type Difference, type DifferenceId } from './differences.ts';
import { DIFFERING_TESTS } from './differing-tests.ts';
import { EMBEDDED_ONLY } from './embedded-only.ts';

const SERVERS = { firestore: 'Firestore', pubsub: 'Pub/Sub' } as const;
const RIGHT = {
  embedded: 'the embedded server',
  official: 'Google’s emulator',
  undocumented: 'neither is wrong',
} as const;

const INTRODUCTION = `# Conformance with Google's emulators

One suite, \`test/conformance\`, talks through Google's unmodified clients to the embedded Pub/Sub and
Firestore and, where they are installed, to Google's own emulators. Cloud Storage has no emulator of
Google's; its specs run against the embedded store only.

\`CONFORMANCE\` chooses the servers: \`embedded\` (when unset), \`official\`, or \`all\`. Google's emulators are
found by the \`gcloud\` on the PATH, or CLOUDSDK_ROOT_DIR, and need Java; they are never required.

    npm run conformance   # CONFORMANCE=all

Against Google's emulators a test that is listed below must fail, and every other one must pass: a
difference that is new fails the run, and so does one that is gone. This page is made from the tables
in \`test/conformance/official\` (\`node test/conformance/official/write-page.ts\`), and a test compares them.

## Counts
`;

/** What a run against the Pub/Sub emulator 0.8.20 and the Firestore emulator of gcloud 528 reported. */
const ASKED = { firestore: 156, pubsub: 80 } as const;
/** Differences that are none in the answers of the servers. */
const OF_THE_TEST: readonly DifferenceId[] = ['firestore-timeouts', 'pubsub-statistics'];

/** The text of docs/conformance.md. */
export function conformancePage(): string {
  const sections = Object.entries(SERVERS).map(([server, title]) => {
    const own = differences().filter(([, difference]) => difference.server === server);
    return `### ${title}\n\n${own.map(sectionOf).join('\n')}`;
  });
  return `${INTRODUCTION}\n${counts()}\n## Differences\n\n${sections.join('\n')}\n${embeddedOnly()}`;
}

/** Per server: what both were asked at the last count, and how Google's emulator answered. */
function counts(): string {
  const rows = Object.entries(ASKED).map(([server, asked]) => {
    const listed = DIFFERING_TESTS.filter(({ difference }) => {
      return DIFFERENCES[difference].server === server;
    });
    const ofTheTest = listed.filter(({ difference }) => OF_THE_TEST.includes(difference)).length;
    const differing = listed.length - ofTheTest;
    const name = server === 'firestore' ? SERVERS.firestore : SERVERS.pubsub;
    return (
      `- ${name}: ${asked} tests. The embedded server passes all. Google's emulator passes ` +
      `${asked - listed.length}, answers ${differing} otherwise, and ${ofTheTest} need what only the ` +
      'embedded server shows.\n'
    );
  });
  return (
    'Tests asked of both, with the Pub/Sub emulator 0.8.20 and the Firestore emulator of gcloud 528:\n\n' +
    rows.join('')
  );
}

function differences(): [string, Difference][] {
  return Object.entries(DIFFERENCES);
}

function sectionOf([id, difference]: [string, Difference]): string {
  const { embedded, official, right, because, source } = difference;
  const shown = DIFFERING_TESTS.filter((test) => test.difference === (id as DifferenceId));
  const tests = shown.map(({ spec, name, hangs, varies }) => {
    const how = hangs ? ' (no answer)' : varies ? ' (not run: it varies)' : '';
    return `  - \`${spec}\`: ${name}${how}\n`;
  });
  return (
    `**${id}**\n\n- Embedded: ${embedded}\n- Google's emulator: ${official}\n` +
    `- Right: ${RIGHT[right]}. ${because}\n  Source: ${source}\n- Shown by:\n${tests.join('')}`
  );
}

function embeddedOnly(): string {
  const rows = Object.entries(EMBEDDED_ONLY).map(([spec, why]) => `- \`${spec}\`: ${why}.\n`);
  return `## Not asked of Google's emulators\n\nThese specs test what only the embedded servers have.\n\n${rows.join('')}`;
}
