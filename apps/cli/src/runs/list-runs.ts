import { newestRuns } from '@dossier/workspace';
import type { Cloud } from '../cloud-connection.ts';
import { printable, span, textTable } from '../printable.ts';
import { rowOf, unreadableRow, type RunRow } from './run-row.ts';

/** Characters of a question in a table: enough to recognise it, short enough for one line. */
const QUESTION_LENGTH = 40;

/** Which runs are listed. */
export interface RunFilter {
  readonly limit: number;
  /** Any when absent. */
  readonly status?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  /** `user:U...`, `group:C...` or `room:R...`. */
  readonly conversation?: string | undefined;
}

/** The newest runs that pass the filter. A status is no index, so runs are read until enough pass. */
export async function listRuns(
  { firestore }: Pick<Cloud, 'firestore'>,
  { limit, status, since, conversation }: RunFilter,
): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for await (const { id, workspace } of newestRuns(firestore, {
    since,
    conversationId: conversation,
  })) {
    const row = workspace === undefined ? unreadableRow(id) : rowOf(workspace);
    if (status === undefined || status.includes(row.status)) rows.push(row);
    if (rows.length === limit) break;
  }
  return rows;
}

/** The rows as a table for a terminal. */
export function runsTable(rows: readonly RunRow[], now: Date): string {
  if (rows.length === 0) return 'No runs.';
  const heading = ['RUN', 'VERSION', 'STATUS', 'STAGE', 'ATTEMPTS', 'AGE', 'QUESTION'];
  return textTable(
    heading,
    rows.map((row) => [
      row.runId,
      String(row.version),
      row.status,
      row.stage === null ? '-' : `${row.stage} ${row.stageStatus}`,
      String(row.attempts),
      row.createdAt === null ? '-' : span(now.getTime() - Date.parse(row.createdAt)),
      printable(row.question ?? '-', QUESTION_LENGTH),
    ]),
  );
}
