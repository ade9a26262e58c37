/** Writes one block of text to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
