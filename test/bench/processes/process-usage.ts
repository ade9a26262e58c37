import { readFileSync } from 'node:fs';

/** Memory of a process in MiB; null where the system does not tell (only Linux does). */
export interface Memory {
  /** Resident, pages shared with other processes included. */
  readonly rssMiB: number | null;
  /** Resident, shared pages divided among their users: the number that may be added up. */
  readonly pssMiB: number | null;
}

/** What a living process uses now. */
export function memoryOf(pid: number | undefined): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return { rssMiB: mebibytes(text, 'Rss'), pssMiB: mebibytes(text, 'Pss') };
  } catch {
    // No such file on other systems, and none for a process that has ended.
    return { rssMiB: null, pssMiB: null };
  }
}

/** The kernel counts in hundredths of a second whatever its clock (man 5 proc, sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10;

/** Milliseconds of processor time that a living process has used; null where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks; user and system time are the 12th and 13th field after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Adds up; null when one part is unknown. */
export function sumOf(parts: readonly Memory[]): Memory {
  const sum = (values: readonly (number | null)[]): number | null =>
    values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
  return {
    rssMiB: sum(parts.map(({ rssMiB }) => rssMiB)),
    pssMiB: sum(parts.map(({ pssMiB }) => pssMiB)),
  };
}

function mebibytes(text: string, field: string): number | null {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) / 1024;
}
