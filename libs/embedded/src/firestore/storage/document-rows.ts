import type { SQLOutputValue } from 'node:sqlite';

type Row = Record<string, SQLOutputValue>;

/** What identifies a version without reading its content. */
export interface VersionRow {
  readonly name: string;
  readonly createdMicros: number;
  readonly updatedMicros: number;
}

/** @throws Error when the row is not a version: the database is not ours or damaged. */
export function versionRow(row: Row): VersionRow {
  return {
    name: textIn(row, 'name'),
    createdMicros: integerIn(row, 'created_us'),
    updatedMicros: integerIn(row, 'updated_us'),
  };
}

/** @throws Error when the column does not hold text. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`column ${column} holds no text`);
  return value;
}

/** @throws Error when the column does not hold an integer. */
export function integerIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`column ${column} holds no integer`);
  return value;
}

/** @throws Error when the column does not hold bytes. */
export function bytesIn(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`column ${column} holds no bytes`);
  return value;
}
