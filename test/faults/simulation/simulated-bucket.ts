import type { SimulatedProcess } from './simulated-process.ts';

interface StoredObject {
  readonly body: string;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly generation: number;
  readonly writes: number;
}

/** What the product passes to `save`, as far as the store acts on it. */
interface SaveOptions {
  readonly contentType: string;
  readonly metadata?: { readonly metadata?: Readonly<Record<string, string>> };
  readonly preconditionOpts?: { readonly ifGenerationMatch?: number };
}

/** The objects of a bucket, whoever asks for them. */
export class StoredObjects {
  readonly byName = new Map<string, StoredObject>();

  save(name: string, body: string, { contentType, metadata, preconditionOpts }: SaveOptions): void {
    const before = this.byName.get(name);
    const wanted = preconditionOpts?.ifGenerationMatch;
    if (wanted !== undefined && wanted !== (before?.generation ?? 0)) throw httpError(412);
    this.byName.set(name, {
      body,
      contentType,
      metadata: metadata?.metadata ?? {},
      generation: (before?.generation ?? 0) + 1,
      writes: (before?.writes ?? 0) + 1,
    });
  }

  get(name: string): StoredObject {
    const found = this.byName.get(name);
    if (found === undefined) throw httpError(404);
    return found;
  }
}

/** A bucket as one process's Cloud Storage client sees it: the calls that `ReportStore` makes. */
export class SimulatedBucket {
  constructor(
    private readonly process: SimulatedProcess,
    private readonly objects: StoredObjects,
  ) {}

  file(name: string) {
    const call = <T>(what: string, effect: () => T): Promise<T> =>
      this.process.call({ name: `${what} ${name}`, effect, refusals: [() => httpError(503)] });
    return {
      save: (body: string, options: SaveOptions): Promise<void> =>
        this.process.call({
          name: `upload ${name}`,
          effect: () => this.objects.save(name, body, options),
          refusals: [() => httpError(503)],
          lostAnswers: [() => httpError(503)],
          variants: [
            {
              // The client sends an upload with a precondition again by itself, and is answered 412.
              name: 'answer lost, sent again',
              cost: 'nothing',
              effect: () => {
                this.objects.save(name, body, options);
                this.objects.save(name, body, options);
              },
            },
          ],
        }),
      download: () => call('download', () => [Buffer.from(this.objects.get(name).body)] as const),
      getMetadata: () =>
        call('metadata', () => {
          const { contentType, metadata, generation } = this.objects.get(name);
          return [{ contentType, metadata, generation }] as const;
        }),
    };
  }
}

function httpError(code: number): Error {
  return Object.assign(new Error(`storage answered ${code}`), { code });
}
