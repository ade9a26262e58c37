import { STAGE_NAMES } from '@dossier/contracts';
import type {
  BenchResult,
  Counts,
  CountedStage,
  CriticalPath,
  SlowWebhooks,
  StartUp,
  Throughput,
  WebhookLoad,
  Webhooks,
} from '../result.ts';
import { geminiTable } from './gemini-table.ts';
import { short, table } from './table.ts';

const ROWS: readonly CountedStage[] = ['open', ...STAGE_NAMES];

/** Why a stage's numbers are not 2 transactions and 1 publish; docs/benchmark.md says it at length. */
const NOTES: Readonly<Partial<Record<CountedStage, string>>> = {
  open: 'no lease to take: one transaction makes the run',
  search: 'and one write per search: a crash pays for no search twice',
  notify: 'the last stage asks for nothing',
};

/** Everything that was measured, as text for a terminal. */
export function tablesOf(result: BenchResult): string {
  const { cpu, cores, node, load } = result.machine;
  return [
    `${cpu}, ${cores} cores, load ${short(load)}; Node ${node}. Compare ratios, not times: they are of one run.\n`,
    ...(result.perStage === undefined ? [] : [countsTable(result.perStage)]),
    ...(result.throughput === undefined ? [] : [throughputTable(result.throughput)]),
    ...(result.webhook === undefined ? [] : [webhookTable(result.webhook)]),
    ...(result.startUp === undefined ? [] : [startUpTable(result.startUp)]),
    ...(result.criticalPath === undefined ? [] : [pathTable(result.criticalPath)]),
    ...(result.gemini === undefined ? [] : [geminiTable(result.gemini)]),
    ...result.missing.map(({ section, reason }) => `Not measured: ${section}: ${reason}\n`),
  ].join('\n');
}

function countsTable(counts: Counts): string {
  const rows = ROWS.map((stage) => [
    stage,
    short(counts.transactions[stage]),
    short(counts.documentWrites[stage]),
    short(counts.checkpointWrites[stage]),
    short(counts.publishes[stage]),
    NOTES[stage] ?? '',
  ]);
  const besides = Object.entries(counts.besides).map(([name, count]) => `${name} ${short(count)}`);
  return (
    table(
      `Per run, counted before the servers (${counts.runs} runs; the target is 2 transactions and 1 publish a stage)`,
      ['stage', 'transactions', 'documents', 'other writes', 'publishes', 'note'],
      rows,
    ) +
    `Reads: ${short(counts.readCalls)} calls for ${short(counts.documentsRead)} documents. ` +
    `Besides: ${besides.join(', ')}.\n`
  );
}

function throughputTable({ protocol, bare, ratio }: Throughput): string {
  const rows = protocol.map((ours, i) => {
    const limit = bare[i];
    return [
      String(ours.inFlight),
      short(ours.runsPerSecond),
      short(ours.p50Ms),
      short(ours.p99Ms),
      short(ours.cpuMsPerRun),
      short(limit?.runsPerSecond ?? null),
      short(limit?.p50Ms ?? null),
      short(limit?.p99Ms ?? null),
      short(limit?.cpuMsPerRun ?? null),
      short(ratio[i] ?? null),
    ];
  });
  return table(
    'Whole runs, webhook to push, instant research; the same five hops with bare clients as the limit',
    [
      'in flight',
      'runs/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'bare/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'ratio',
    ],
    rows,
  );
}

function webhookTable({ connections, ingress, bare, ratio }: Webhooks): string {
  const row = (name: string, load: WebhookLoad, share: string): string[] => [
    name,
    short(load.requestsPerSecond),
    short(load.p50Ms),
    short(load.p99Ms),
    String(load.requests),
    String(load.failures),
    share,
  ];
  return table(
    `Webhook, ${connections} connections`,
    ['route', 'requests/s', 'p50 ms', 'p99 ms', 'requests', 'failed', 'ratio'],
    [
      row('ingress (run opened, published, answered)', ingress, short(ratio)),
      row('bare Fastify: HMAC and one commit', bare, '1'),
    ],
  );
}

function startUpTable(rows: readonly StartUp[]): string {
  return table(
    'Start-up: from the spawn to ready, and memory then',
    ['what', 'ready ms', 'RSS MiB', 'PSS MiB'],
    rows.map(({ what, readyMs, rssMiB, pssMiB }) => [
      what,
      readyMs.toFixed(0),
      rssMiB?.toFixed(0) ?? '-',
      pssMiB?.toFixed(0) ?? '-',
    ]),
  );
}

function pathTable(path: CriticalPath): string {
  const ms = (value: number): string => value.toFixed(0);
  const { firestoreMs, pubsubHopMs, modelTimesScale, modelTimesFrom, webhooks } = path;
  return (
    table(
      `Critical path of one run, ms: ${firestoreMs} ms per Firestore call, ${pubsubHopMs} ms per Pub/Sub hop, ` +
        `${modelTimesFrom} model times x ${modelTimesScale}`,
      ['stage', 'hop', 'claim', 'model', 'other work', 'commit', 'total'],
      path.rows.map(({ stage, hopMs, claimMs, modelMs, workMs, commitMs, totalMs }) => [
        stage,
        ...[hopMs, claimMs, modelMs, workMs, commitMs, totalMs].map(ms),
      ]),
    ) +
    `Wall time ${ms(path.wallMs)} = ${ms(path.boundMs)} (plan + slowest search + compare + write) ` +
    `+ ${ms(path.overheadMs)} around them; all model calls together ${ms(path.sumOfModelsMs)}.\n` +
    '\n' +
    slowWebhookTable(webhooks)
  );
}

function slowWebhookTable({ questions, mixed, slowLine, slowReplyMs }: SlowWebhooks): string {
  const row = (what: string, load: WebhookLoad): string[] => [
    what,
    ...[load.p50Ms, load.p99Ms].map((value) => value.toFixed(0)),
    String(load.requests),
    String(load.failures),
  ];
  return table(
    'Webhook with these latencies; LINE waits 2,000 ms',
    ['events', 'p50 ms', 'p99 ms', 'requests', 'failed'],
    [
      row('questions of new people', questions),
      row('half of them status, lists and help', mixed),
      row(`the same, a reply takes ${slowReplyMs} ms`, slowLine),
    ],
  );
}
