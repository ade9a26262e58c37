import type { Workspace } from '@dossier/contracts';
import type { Change } from './change.ts';

/** Notes whether the run's conversation may be pushed to: nobody who blocked the bot is written to. */
export function decideReach(
  workspace: Workspace,
  reachable: boolean,
  now: Date,
): Change<undefined> {
  const { unreachableSince, ...rest } = workspace;
  if (reachable === (unreachableSince === undefined)) return { result: undefined };
  const at = now.toISOString();
  const event = reachable ? 'conversation.reachable' : 'conversation.unreachable';
  return {
    result: undefined,
    workspace: reachable ? rest : { ...rest, unreachableSince: at },
    audit: [{ at, event, version: workspace.version }],
  };
}
