/** The value below which `share` (0 to 1) of the values lie, by the nearest rank; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(Math.ceil(share * sorted.length), 1);
  return sorted[rank - 1] ?? 0;
}
