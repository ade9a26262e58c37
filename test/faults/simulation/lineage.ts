const A = 'a'.codePointAt(0) ?? 0;

/** A mark of letters for the n-th paid call: digits would be figures that a report has to prove. */
export function callTag(number: number): string {
  const letters = number
    .toString(26)
    .replace(/./g, (digit) => String.fromCodePoint(A + Number.parseInt(digit, 26)));
  return `(call ${letters})`;
}

/** The text without marks: what two runs have in common. */
export function withoutTags(text: string): string {
  return text.replace(/\(call [a-z]+\)/g, '(call)');
}

/**
 * Checks that everything stored descends from what is stored: a result that was thrown away may have
 * left no trace in what was made of it.
 * @param artifacts content by id, as JSON, with the marks of the calls that made it
 * @param pages the stored objects' and the push's text
 */
export function brokenLineage(
  artifacts: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>>,
): string[] {
  const tagsOf = (name: string): string[] =>
    (artifacts[`1.${name}`] ?? '').match(/\(call [a-z]+\)/g) ?? [];
  const [plan] = tagsOf('plan');
  const searches = [0, 1, 2, 3].map((index) => tagsOf(`search.${index}`)[0]);
  const evidence = tagsOf('evidence');
  const report = tagsOf('report');
  const own = report[0];
  const madeOf = (name: string, tags: readonly string[], from: string | undefined): string[] =>
    tags.length === 0 || from === undefined || tags.includes(from)
      ? []
      : [`${name} was made from something else than what is stored (${from})`];
  return [
    ...madeOf('evidence', evidence, plan),
    ...searches.flatMap((search) => madeOf('evidence', evidence, search)),
    ...madeOf('report', report, evidence.at(-2)),
    ...Object.entries(pages).flatMap(([name, text]) =>
      own === undefined || text.includes(own) ? [] : [`${name} shows another report than ${own}`],
    ),
  ];
}
