/** A place in a collapsed line, and the line of the file from which its text comes on. */
interface Mark {
  readonly offset: number;
  readonly fileLine: number;
}

/**
 * Text with its white space collapsed as a browser shows it, which still knows from which line of
 * the file each part comes.
 */
export class CollapsedLine {
  readonly #marks: Mark[] = [];
  readonly #parts: string[] = [];
  #length = 0;
  #isSpacePending = false;

  /** The text without spaces at its ends. */
  get text(): string {
    return this.#parts.join('');
  }

  /** Where the file's lines start in {@link text}, in order. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Adds text of one line of the file; white space may hold more of them, but shows as one space. */
  add(characters: string, fileLine: number): void {
    for (const [part] of characters.matchAll(/\s+|\S+/gu)) {
      if (/^\s/u.test(part)) this.#isSpacePending = this.#length > 0;
      else this.#append(part, fileLine);
    }
  }

  #append(word: string, fileLine: number): void {
    const piece = this.#isSpacePending ? ` ${word}` : word;
    const offset = this.#length + piece.length - word.length;
    this.#isSpacePending = false;
    this.#parts.push(piece);
    this.#length += piece.length;
    if (this.#marks.at(-1)?.fileLine !== fileLine) this.#marks.push({ offset, fileLine });
  }
}
