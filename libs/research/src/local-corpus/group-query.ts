import type { Language } from '@dossier/contracts';
import type { Facet } from './facets.ts';
import type { CorpusSnapshot } from './local-corpus.ts';
import { queryIn } from './query-expansion.ts';

/** What a query group looks for: what is asked, in a language, from one side. */
export async function groupQuery(
  asked: string,
  facet: Facet,
  language: Language,
  snapshot: CorpusSnapshot,
): Promise<string> {
  const words = await queryIn(language, snapshot.question(asked), snapshot);
  const query = `${words} ${facet.queryWords[language]}`.trim();
  // A question of nothing but unknown words still needs a query to show.
  return query === '' ? asked.trim().slice(0, 200) : query;
}
