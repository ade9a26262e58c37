import type { AnswerLanguage } from './aspects.ts';
import type { GroundingChunk } from './generated-content.ts';
import { SeededRandom } from './seeded-random.ts';

/** Sites that searches find, by language; `.test` is reserved, so none of them exists. */
const SITES: Readonly<Record<AnswerLanguage, readonly string[]>> = {
  'zh-TW': [
    'example-statistics.test',
    'taiwan-observer.test',
    'policy-review.test',
    'market-daily.test',
    'university-press.test',
    'consumer-watch.test',
  ],
  ja: ['tokei-report.test', 'sangyo-shimbun.test', 'kenkyu-portal.test', 'chihou-news.test'],
  en: ['industry-insight.test', 'open-data.test', 'research-archive.test', 'world-monitor.test'],
};

/** Three or four sites for a search; the same ones come up again and again. */
export function sitesFor(language: AnswerLanguage, random: SeededRandom): string[] {
  return random.sample(SITES[language], random.whole(3, 4));
}

/** A search's page as Google shows it: a redirect that is another one in each answer, and the site's name. */
export function redirectChunk(
  domain: string,
  token: string,
  api: 'gemini' | 'vertex',
): GroundingChunk {
  const random = new SeededRandom(token, domain);
  const bytes = Buffer.from(Array.from({ length: 48 }, () => random.whole(0, 255)));
  const uri = `https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ${bytes.toString('base64url')}`;
  return { web: { uri, title: domain, ...(api === 'vertex' && { domain }) } };
}

/** Search Suggestions as Google returns them: style and chips, to be shown unmodified. */
export function suggestionChips(queries: readonly string[]): string {
  const chips = queries.map((query) => {
    const shown = query.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/"/gu, '&quot;');
    return `<a class="chip" href="https://www.google.com/search?q=${encodeURIComponent(query)}">${shown}</a>`;
  });
  const style =
    '<style>.container{align-items:center;border-radius:8px;display:flex;font-family:sans-serif;padding:8px 12px;background-color:#fafafa}.chip{border:solid 1px #d2d2d2;border-radius:16px;display:inline-block;margin:0 8px;padding:5px 16px;text-decoration:none;color:#5e5e5e;background-color:#fff}</style>';
  return `${style}<div class="container"><div class="carousel">${chips.join('')}</div></div>`;
}
