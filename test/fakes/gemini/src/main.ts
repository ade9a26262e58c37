import { parseArgs } from 'node:util';
import { FakeGemini } from './fake-gemini.ts';

const HELP = `Usage: node --import ./tools/register.mjs test/fakes/gemini/src/main.ts [--port PORT --latency WHICH --help]

A strict stand-in for the Gemini API, to try Dossier's research with a model without a key and without
cost. Prints the settings that point Dossier at it. What it answers is made up.

  --port PORT       where to listen (default 9197)
  --latency WHICH   recorded: about as slow as models are (default); none: at once
`;

function options() {
  return parseArgs({
    options: {
      port: { type: 'string', default: '9197' },
      latency: { type: 'string', default: 'recorded' },
      help: { type: 'boolean' },
    },
  }).values;
}

async function main(): Promise<number> {
  let given: ReturnType<typeof options>;
  try {
    given = options();
  } catch (error) {
    process.stderr.write(`${String(error)}\n\n${HELP}`);
    return 2;
  }
  const { help, latency, port } = given;
  if (help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  if ((latency !== 'recorded' && latency !== 'none') || !/^\d{1,5}$/u.test(port)) {
    process.stderr.write(`--port takes a number, --latency takes recorded or none\n\n${HELP}`);
    return 2;
  }
  const fake = await FakeGemini.start({ port: Number(port), latencyMs: latency });
  process.stdout.write(`fake-gemini listens on ${fake.url}. To use it:

  export DOSSIER_PROVIDER=gemini GEMINI_BASE_URL=${fake.url} GEMINI_API_KEY=${fake.apiKey}

Ctrl-C ends.
`);
  return 0;
}

process.exitCode = await main();
