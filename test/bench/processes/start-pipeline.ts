import { BenchProcess } from './bench-process.ts';

/** The two pipelines that are compared. */
export type PipelineKind = 'protocol' | 'bare';

const MAIN: Readonly<Record<PipelineKind, string>> = {
  protocol: 'test/bench/processes/services.main.ts',
  bare: 'test/bench/bare/bare.main.ts',
};

/** Starts a pipeline with instant research in a process of its own; `readyText` is its address. */
export function startPipeline(
  kind: PipelineKind,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<BenchProcess> {
  return BenchProcess.start({
    name: `the ${kind} pipeline`,
    args: ['--import', './tools/register.mjs', MAIN[kind], ...args],
    environment,
    ready: /^\{"url":"([^"]+)"\}$/,
  });
}
