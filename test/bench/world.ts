import { Firestore } from '@google-cloud/firestore';
import { BenchFailure } from './bench-failure.ts';
import { LineStub } from './load/line-stub.ts';
import { BenchProcess } from './processes/bench-process.ts';
import { serviceEnvironment } from './processes/service-environment.ts';
import { startCloud, type CloudHosts, type RunningCloud } from './processes/start-cloud.ts';
import { startPipeline, type PipelineKind } from './processes/start-pipeline.ts';
import { NO_LATENCY, watchCloud, type WatchedCloud } from './proxy/watched-cloud.ts';

/** How a pipeline is started for one section. */
export interface PipelineOptions {
  readonly kind: PipelineKind;
  /** A Google Cloud project of its own, so that no section takes another's messages. */
  readonly project: string;
  /** Through the proxies that count and delay; directly otherwise. */
  readonly watched?: boolean;
  readonly args?: readonly string[];
  /** Settings beside those of the world. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What every section stands on: one embedded cloud, the proxies before it, and a stand-in for LINE. */
export class World {
  readonly line: LineStub;
  readonly watched: WatchedCloud;
  /** Says on standard error what is being done. */
  readonly progress: (text: string) => void;
  readonly #cloud: RunningCloud;

  private constructor(
    parts: { line: LineStub; cloud: RunningCloud; watched: WatchedCloud },
    progress: (text: string) => void,
  ) {
    this.line = parts.line;
    this.watched = parts.watched;
    this.#cloud = parts.cloud;
    this.progress = progress;
  }

  static async start(progress: (text: string) => void): Promise<World> {
    progress('starting the embedded cloud');
    const [line, cloud] = await Promise.all([LineStub.start(), startCloud()]);
    return new World({ line, cloud, watched: await watchCloud(cloud) }, progress);
  }

  /** The settings of a service in this world. */
  environment(project: string, watched = false): Record<string, string> {
    const hosts: CloudHosts = watched ? this.watched : this.#cloud;
    return serviceEnvironment(hosts, this.line.url, { GOOGLE_CLOUD_PROJECT: project });
  }

  /** A look at what a pipeline stores, past the proxies; whoever takes it terminates it. */
  firestore(projectId: string): Firestore {
    return new Firestore({ projectId, host: this.#cloud.firestore, ssl: false });
  }

  /** Starts a pipeline, lets `use` measure it, ends it. */
  withPipeline<T>(
    options: PipelineOptions,
    use: (pipeline: BenchProcess) => Promise<T>,
  ): Promise<T> {
    return this.withPipelines([options], ([pipeline]) => {
      if (pipeline === undefined) throw new BenchFailure('no pipeline was started');
      return use(pipeline);
    });
  }

  /** Starts pipelines side by side, which saves time; `use` measures one after another. */
  async withPipelines<T>(
    all: readonly PipelineOptions[],
    use: (pipelines: readonly BenchProcess[]) => Promise<T>,
  ): Promise<T> {
    const starts = await Promise.allSettled(
      all.map(({ kind, project, watched = false, args = [], environment = {} }) =>
        startPipeline(kind, { ...this.environment(project, watched), ...environment }, args),
      ),
    );
    const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    try {
      for (const start of starts) if (start.status === 'rejected') throw start.reason;
      return await use(running);
    } finally {
      this.watched.delay(NO_LATENCY);
      await Promise.all(running.map((pipeline) => pipeline.stop()));
    }
  }

  async close(): Promise<void> {
    this.watched.close();
    await Promise.all([this.#cloud.close(), this.line.close()]);
  }
}
