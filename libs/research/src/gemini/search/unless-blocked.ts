import { Permanent, type GroupFindings } from '@dossier/contracts';

/**
 * What a search came to; a search that the model refuses to make is a problem of its group and not the
 * end of the run. Every other failure passes.
 */
export async function unlessBlocked(
  groupId: string,
  search: () => Promise<GroupFindings>,
): Promise<GroupFindings> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof Permanent) || error.reason !== 'model-refused') throw error;
    return { groupId, sources: [], problems: [{ reason: 'blocked', count: 1 }] };
  }
}
