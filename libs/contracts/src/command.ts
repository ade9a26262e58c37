import 'reflect-metadata';
import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { isRunId, type RunId, type RunKey } from './ids.ts';
import { STAGE_NAMES, type StageName } from './pipeline.ts';
import { parseMessage, MessageRejected } from './parse.ts';

/**
 * A Pub/Sub message that asks a stage to work. Ids only, never content: what a stage needs to know
 * it reads from the workspace.
 */
export class StageCommand {
  @IsString()
  @Matches(/^[0-9a-f-]{36}$/)
  runId!: RunId;

  @IsInt()
  @Min(1)
  @Max(10_000)
  version!: number;

  @IsIn(STAGE_NAMES)
  stage!: StageName;

  /** 0 at first; a stage that continues itself before its time-out asks for the next step. */
  @IsInt()
  @Min(0)
  @Max(1_000)
  step!: number;
}

/** Reads one command body. @throws MessageRejected when it is not exactly a command. */
export function parseCommand(body: Uint8Array): StageCommand {
  const command = parseMessage(StageCommand, body);
  if (!isRunId(command.runId)) throw new MessageRejected(['runId must be a lower-case UUID']);
  return command;
}

/** Builds a command for a stage of a version. */
export function commandFor({ runId, version }: RunKey, stage: StageName, step = 0): StageCommand {
  return Object.assign(new StageCommand(), { runId, version, stage, step });
}

/** `1.search.0`: names the outbox entry of a command inside its workspace. */
export function outboxIdOf({ version, stage, step }: StageCommand): string {
  return `${version}.${stage}.${step}`;
}
