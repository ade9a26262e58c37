import type { SQLOutputValue } from 'node:sqlite';

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** @throws Error naming the column when it does not hold text. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw unreadable(column);
  return value;
}

/** @throws Error naming the column when it does not hold a whole number. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw unreadable(column);
  return value;
}

/** @throws Error naming the column when it does not hold bytes. */
export function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw unreadable(column);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** The attributes of a message, stored as JSON. @throws Error when they are something else. */
export function attributes(row: Row): Record<string, string> {
  const value: unknown = JSON.parse(text(row, 'attributes'));
  if (typeof value !== 'object' || value === null) throw unreadable('attributes');
  const entries = Object.entries(value).map(([key, item]: [string, unknown]): [string, string] => {
    if (typeof item !== 'string') throw unreadable('attributes');
    return [key, item];
  });
  return Object.fromEntries(entries);
}

function unreadable(column: string): Error {
  return new Error(
    `The Pub/Sub database holds an unreadable ${column}; restore or remove the file.`,
  );
}
