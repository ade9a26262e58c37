import { hostNamed, hostOf, isRedirect, webUrl } from './host-names.ts';
import type { Place } from './source-rules.ts';

/** A card and a list of sources show no more. */
const LONGEST = 160;
const LONGEST_READ = 2_000;
/** Control characters, direction marks and invisible ones: a title must read as what it is. */
const UNSEEN = /[\p{C}\u2028\u2029\ufffd]/gu;
const UNNAMED = '未命名的網頁';

/** What a page is called: its title in one line, else its domain. Never empty, never misleading by invisible characters. */
export function sourceTitle(place: Place): string {
  const title = onOneLine((place.title ?? '').slice(0, LONGEST_READ));
  if (/[\p{L}\p{N}]/u.test(title)) return shortened(title);
  const url = webUrl(place.url);
  const own = url === undefined || isRedirect(url) ? undefined : hostOf(url);
  return hostNamed(place.domain ?? '') ?? own ?? UNNAMED;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNSEEN, '').trim();
}

/** Cut between two characters as readers see them, not inside one. */
function shortened(title: string): string {
  if (title.length <= LONGEST) return title;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('zh-TW').segment(title.slice(0, 2 * LONGEST))) {
    if (kept.length + segment.length >= LONGEST) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
