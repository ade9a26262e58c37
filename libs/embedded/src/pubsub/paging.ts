import { invalidArgument } from './grpc-errors.ts';
import type { PageRequest } from './wire-types.ts';

const DEFAULT_PAGE_SIZE = 1000;

/**
 * One page of a listing; the token is the offset of the next one, empty after the last.
 * @throws PubSubError INVALID_ARGUMENT for a token this server did not give out.
 */
export function pageOf<Item>(
  all: readonly Item[],
  { pageSize, pageToken }: PageRequest,
): { items: readonly Item[]; nextPageToken: string } {
  const from = pageToken === '' ? 0 : Number(pageToken);
  if (!Number.isInteger(from) || from < 0)
    throw invalidArgument(`Invalid page token: ${pageToken}`);
  const end = from + (pageSize > 0 ? pageSize : DEFAULT_PAGE_SIZE);
  return { items: all.slice(from, end), nextPageToken: end < all.length ? String(end) : '' };
}
