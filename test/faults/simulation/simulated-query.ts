import type { DocumentData } from './stored-documents.ts';

/** A document that a query looks at. */
export interface Row {
  readonly path: string;
  readonly data: DocumentData;
}

type Select = (rows: readonly Row[]) => readonly Row[];

/** Where a query's rows come from, and what its caller gets for one. */
export interface QuerySource<S> {
  readonly run: (select: Select) => Promise<readonly Row[]>;
  readonly snapshotOf: (row: Row) => S;
}

const HOLDS = {
  '<=': (order: number) => order <= 0,
  '<': (order: number) => order < 0,
  '==': (order: number) => order === 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

/** A query in the client's fluent form: filters, orders, a cursor, a limit; on text and numbers. */
export class SimulatedQuery<S> {
  readonly #source: QuerySource<S>;
  readonly #steps: readonly Select[];
  readonly #orders: readonly string[];

  constructor(
    source: QuerySource<S>,
    steps: readonly Select[] = [],
    orders: readonly string[] = [],
  ) {
    this.#source = source;
    this.#steps = steps;
    this.#orders = orders;
  }

  where(field: string, operator: keyof typeof HOLDS, value: string | number): SimulatedQuery<S> {
    return this.#then((rows) =>
      rows.filter((row) => {
        const found = fieldOf(field, row);
        return typeof found === typeof value && HOLDS[operator](compare(found, value));
      }),
    );
  }

  /** As in Firestore, documents without the field are left out; a later order breaks ties. */
  orderBy(field: string): SimulatedQuery<S> {
    const orders = [...this.#orders, field];
    const sorted: Select = (rows) =>
      rows
        .filter((row) => fieldOf(field, row) !== undefined)
        .sort((a, b) => compareAll(orders, a, (each) => fieldOf(each, b)));
    return new SimulatedQuery(this.#source, [...this.#steps, sorted], orders);
  }

  /** @param values where the last page ended, one per order. */
  startAfter(...values: readonly (string | number)[]): SimulatedQuery<S> {
    const orders = this.#orders;
    return this.#then((rows) =>
      rows.filter((row) => compareAll(orders, row, (_field, index) => values[index]) > 0),
    );
  }

  limit(count: number): SimulatedQuery<S> {
    return this.#then((rows) => rows.slice(0, count));
  }

  /** Which fields come back changes nothing here. */
  select(..._fields: readonly string[]): SimulatedQuery<S> {
    return this;
  }

  async get(): Promise<{ readonly docs: readonly S[]; readonly empty: boolean }> {
    const rows = await this.#source.run((all) =>
      this.#steps.reduce<readonly Row[]>((left, step) => step(left), all),
    );
    return { docs: rows.map(this.#source.snapshotOf), empty: rows.length === 0 };
  }

  #then(step: Select): SimulatedQuery<S> {
    return new SimulatedQuery(this.#source, [...this.#steps, step], this.#orders);
  }
}

function compareAll(
  orders: readonly string[],
  row: Row,
  other: (field: string, index: number) => unknown,
): number {
  const results = orders.map((field, index) => compare(fieldOf(field, row), other(field, index)));
  return results.find((result) => result !== 0) ?? 0;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** `closed.jobId` reaches into a map. */
function fieldOf(field: string, { path, data }: Row): unknown {
  if (field === '__name__') return path.slice(path.lastIndexOf('/') + 1);
  return field
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined,
      data,
    );
}
