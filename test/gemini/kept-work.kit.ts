import { assertDocumentFits } from '@dossier/workspace';

/** What a version has saved, as Firestore would keep it: JSON, well-formed text, documents of bearable size. */
export class KeptWork {
  readonly #documents = new Map<string, string>();

  /** A copy that lacks what has such a name. */
  without(name: RegExp): KeptWork {
    const copy = new KeptWork();
    for (const [each, document] of this.#documents) {
      if (!name.test(each)) copy.#documents.set(each, document);
    }
    return copy;
  }

  /** Names of what is kept, in the order in which it was saved. */
  get names(): readonly string[] {
    return [...this.#documents.keys()];
  }

  /** A provider's own steps, beside the artifacts of the stages. */
  get steps() {
    return {
      read: (name: string) => this.read(`step.${name}`),
      save: (name: string, content: unknown) => this.save(`step.${name}`, content),
    };
  }

  read(name: string): Promise<unknown> {
    const document = this.#documents.get(name);
    return Promise.resolve(document === undefined ? undefined : JSON.parse(document));
  }

  save(name: string, content: unknown): Promise<unknown> {
    assertDocumentFits(name, content);
    const document = this.#documents.get(name) ?? JSON.stringify(content);
    // Half a surrogate pair cannot be sent to Firestore; JSON writes it as an escape.
    if (/\\ud[89a-f]/iu.test(document))
      throw new Error(`${name} holds text that is not well-formed`);
    this.#documents.set(name, document);
    return this.read(name);
  }

  /** A stage's artifact: made once, then read. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = await this.read(name);
    // Each name is saved by one caller alone, with its own type.
    return (known ?? (await this.save(name, await make()))) as T;
  }
}
