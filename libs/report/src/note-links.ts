import type { Citation } from './citation-numbers.ts';
import { markup, type SafeHtml } from './safe-html.ts';

/** How one place of the page links to a note, and how the note links back. */
export interface NoteLink {
  readonly number: number;
  /** Id of the linking place, unique in the page. */
  readonly id: string;
  readonly href: string;
  readonly label: string;
}

/** Hands out links to notes and remembers them, so that each use gets its own way back. */
export class NoteLinks {
  readonly #citations: ReadonlyMap<string, Citation>;
  readonly #uses = new Map<number, string[]>();

  constructor(citations: ReadonlyMap<string, Citation>) {
    this.#citations = citations;
  }

  /** A link for one more use of an extract; `undefined` when the evidence does not have it. */
  use(key: string): NoteLink | undefined {
    const number = this.#citations.get(key)?.number;
    if (number === undefined) return undefined;
    const ids = this.#uses.get(number) ?? [];
    const id = `ref-${number}-${ids.length + 1}`;
    this.#uses.set(number, [...ids, id]);
    return { number, id, href: `#note-${number}`, label: `註 ${number}` };
  }

  /** The ids of all places that link to a note, in page order. */
  usesOf(number: number): readonly string[] {
    return this.#uses.get(number) ?? [];
  }

  /** The superscript for one more use of an extract. */
  superscript(key: string): SafeHtml | undefined {
    const link = this.use(key);
    return (
      link &&
      markup`<sup class="ref"><a href="${link.href}" id="${link.id}" aria-label="${link.label}">${link.number}</a></sup>`
    );
  }
}
