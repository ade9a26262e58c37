/** News sites and blogs write the day into the path: `/2025/03/07/`, `/2025-03-07-`. */
const DAY = /(?<!\d)((?:19|20)\d\d)([/-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?!\d)/u;

/** The day (`YYYY-MM-DD`) on which a page says in its address that it was published, if it does. */
export function publishedDay({ pathname }: URL): string | undefined {
  const [, year, , month = '', day = ''] = DAY.exec(pathname) ?? [];
  if (year === undefined) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${written}T00:00:00Z`);
  // 30 February would otherwise roll on into March.
  const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
  return isDay ? written : undefined;
}
