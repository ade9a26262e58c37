import { DeadLetterError, DeadLetterTools, type DeadLetterErrorCode } from '@dossier/dead-letters';
import { withCloud, type Cloud, type CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT, runAction, type ExitCode } from '../command-exit.ts';

/** What a refusal means for the shell; every other one is a failure. */
const EXIT_OF: Partial<Record<DeadLetterErrorCode, ExitCode>> = {
  'not-found': EXIT.nothing,
  'job-not-found': EXIT.nothing,
  'bad-filter': EXIT.badUsage,
  'bad-option': EXIT.badUsage,
  'bad-patch': EXIT.badUsage,
  'reason-missing': EXIT.badUsage,
  'purge-not-confirmed': EXIT.badUsage,
};

/** Runs a command on the dead letters of the Dossier that the options mean, and sets the exit code. */
export function deadLetterAction(
  options: CloudOptions,
  work: (tools: DeadLetterTools, cloud: Cloud) => Promise<ExitCode>,
): Promise<void> {
  return runAction(() =>
    withCloud(options, (cloud) => explained(() => work(toolsOf(cloud), cloud))),
  );
}

function toolsOf({ firestore, store, commands, publisher, clock, ids, timings }: Cloud) {
  return new DeadLetterTools({
    firestore,
    workspaces: store,
    publisher: commands,
    messages: publisher,
    clock,
    ids,
    timings,
  });
}

async function explained(work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeadLetterError)) throw error;
    const code = EXIT_OF[error.code] ?? EXIT.failed;
    const problems = error.problems.map((problem) => `\n  - ${problem}`).join('');
    const known = error.problems.some((problem) => error.message.includes(problem));
    throw new CommandStopped(code, `${error.message}${known ? '' : problems}`, { cause: error });
  }
}
