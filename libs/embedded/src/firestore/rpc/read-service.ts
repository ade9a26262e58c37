import { aggregate } from '../queries/aggregations.ts';
import { NAME_PATH, pathOf } from '../queries/document-fields.ts';
import { explainMetrics } from '../queries/explain.ts';
import type { QueryResult, QueryRunner } from '../queries/query-runner.ts';
import type {
  ExplainMetrics,
  ExplainOptions,
  StructuredQuery,
} from '../protocol/query-messages.ts';
import type {
  BatchGetDocumentsRequest,
  RunAggregationQueryRequest,
  RunQueryRequest,
} from '../protocol/rpc-messages.ts';
import type {
  DocumentMessage,
  Fields,
  MaskMessage,
  TimestampMessage,
} from '../protocol/value-messages.ts';
import { documentMessage } from '../storage/stored-document.ts';
import type { AnswerStream } from './call-adapters.ts';
import type { ReadContexts } from './read-context.ts';
import type { TransactionalReader } from './transactional-reader.ts';

/** `google.firestore.v1.BatchGetDocumentsResponse`. */
export interface BatchGetDocumentsResponse {
  readonly transaction?: Buffer;
  readonly found?: DocumentMessage;
  readonly missing?: string;
  readonly readTime: TimestampMessage;
}

/** `google.firestore.v1.RunQueryResponse`. */
export interface RunQueryResponse {
  readonly transaction?: Buffer;
  readonly document?: DocumentMessage;
  readonly readTime?: TimestampMessage;
  readonly explainMetrics?: ExplainMetrics;
}

/** `google.firestore.v1.RunAggregationQueryResponse`. */
export interface RunAggregationQueryResponse {
  readonly transaction?: Buffer;
  readonly result?: { readonly aggregateFields: Fields };
  readonly readTime?: TimestampMessage;
  readonly explainMetrics?: ExplainMetrics;
}

/** The streaming reads: documents by name, queries and aggregations. */
export class ReadService {
  readonly #contexts: ReadContexts;
  readonly #reader: TransactionalReader;
  readonly #queries: QueryRunner;

  constructor(contexts: ReadContexts, reader: TransactionalReader, queries: QueryRunner) {
    this.#contexts = contexts;
    this.#reader = reader;
    this.#queries = queries;
  }

  /** BatchGetDocuments: one message per name asked for, in that order. */
  batchGet(
    request: BatchGetDocumentsRequest,
    stream: AnswerStream<BatchGetDocumentsResponse>,
  ): Promise<void> {
    return this.#contexts.within(request, stream, async (context) => {
      const names = request.documents ?? [];
      const documents = await this.#reader.documents(context, names);
      const readTime = this.#contexts.readTimeOf(context);
      for (const [i, name] of names.entries()) {
        const document = documents[i];
        const found = document && documentMessage(document, request.mask);
        const greeting = i === 0 ? context.greeting : {};
        stream.send({ ...greeting, ...(found ? { found } : { missing: name }), readTime });
      }
    });
  }

  /** RunQuery: one message per result, or one without a document when there are none. */
  runQuery(request: RunQueryRequest, stream: AnswerStream<RunQueryResponse>): Promise<void> {
    const { structuredQuery: query = {}, parent = '', explainOptions } = request;
    return this.#contexts.within(request, stream, async (context) => {
      if (isPlanOnly(explainOptions)) return stream.send(this.#planOnly(context.greeting, query));
      const startedMs = performance.now();
      const result = await this.#reader.query(context, { parent, query });
      const readTime = this.#contexts.readTimeOf(context);
      const [first, ...rest] = result.documents.map((document) => {
        return { document: documentMessage(document, selectMask(query)), readTime };
      });
      stream.send({ ...context.greeting, ...(first ?? { readTime }) });
      rest.forEach((message) => stream.send(message));
      const metrics = measured(explainOptions, result, startedMs);
      if (metrics !== undefined) stream.send({ explainMetrics: metrics });
    });
  }

  /** RunAggregationQuery: one message with all results. */
  runAggregation(
    request: RunAggregationQueryRequest,
    stream: AnswerStream<RunAggregationQueryResponse>,
  ): Promise<void> {
    const { structuredAggregationQuery, parent = '', explainOptions } = request;
    const { structuredQuery: query = {}, aggregations = [] } = structuredAggregationQuery ?? {};
    return this.#contexts.within(request, stream, async (context) => {
      if (isPlanOnly(explainOptions)) return stream.send(this.#planOnly(context.greeting, query));
      const startedMs = performance.now();
      const result = await this.#reader.query(context, { parent, query });
      const metrics = measured(explainOptions, result, startedMs);
      stream.send({
        ...context.greeting,
        result: { aggregateFields: aggregate(result.documents, aggregations) },
        readTime: this.#contexts.readTimeOf(context),
        ...(metrics === undefined ? {} : { explainMetrics: metrics }),
      });
    });
  }

  #planOnly(greeting: { readonly transaction?: Buffer }, query: StructuredQuery) {
    const indexes = this.#queries.plan(query);
    const measurements = { returned: 0, scanned: 0, elapsedMs: 0, indexes };
    return { ...greeting, explainMetrics: explainMetrics({}, measurements) };
  }
}

function isPlanOnly(options: ExplainOptions | undefined): boolean {
  return options !== undefined && !options.analyze;
}

function measured(
  options: ExplainOptions | undefined,
  { documents, scanned, indexes }: QueryResult,
  startedMs: number,
): ExplainMetrics | undefined {
  if (options === undefined) return undefined;
  const elapsedMs = performance.now() - startedMs;
  return explainMetrics(options, { returned: documents.length, scanned, elapsedMs, indexes });
}

/** `select()` without fields asks for names only, which the client sends as the name's own path. */
function selectMask({ select }: StructuredQuery): MaskMessage | undefined {
  if (select === undefined) return undefined;
  return { fieldPaths: (select.fields ?? []).map(pathOf).filter((path) => path !== NAME_PATH) };
}
