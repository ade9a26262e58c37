/** How parts of an answer are joined: a part is a paragraph at least. */
const BETWEEN_PARTS = '\n\n';

/** The parts of a model's answer as one text, in which extracts have their offsets. */
export class AnswerText {
  readonly text: string;
  readonly #parts: readonly string[];
  readonly #starts: readonly number[];
  readonly #bytes = new Map<string, Buffer>();

  constructor(parts: readonly string[]) {
    this.#parts = parts;
    this.text = parts.join(BETWEEN_PARTS);
    let next = 0;
    this.#starts = parts.map((part) => {
      const start = next;
      next += part.length + BETWEEN_PARTS.length;
      return start;
    });
  }

  /** A part by its place. */
  part(index: number): string | undefined {
    return this.#parts[index];
  }

  /** A part's text in UTF-8. */
  bytesOf(part: string): Buffer {
    const bytes = this.#bytes.get(part) ?? Buffer.from(part, 'utf8');
    this.#bytes.set(part, bytes);
    return bytes;
  }

  /** Where a part starts in {@link text}. */
  startOf(index: number): number {
    return this.#starts[index] ?? 0;
  }

  /** The parts that hold a place of {@link text}, each once, in order. */
  partsAt(offsets: readonly number[]): string[] {
    const held = new Set(
      offsets.map((offset) => this.#starts.findLastIndex((start) => start <= offset)),
    );
    return [...held].sort((a, b) => a - b).flatMap((index) => this.#parts[index] ?? []);
  }

  /** 1-based line of {@link text} at an offset. */
  lineAt(offset: number): number {
    return this.text.slice(0, offset).split('\n').length;
  }
}
