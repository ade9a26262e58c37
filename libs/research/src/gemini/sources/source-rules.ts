import type { SourceRules } from '../gemini-parts.ts';
import { hostInTitle, hostNamed, hostOf, isRedirect, isWithin, webUrl } from './host-names.ts';

/** A page as a search tool names it. */
export interface Place {
  readonly url: string;
  readonly title?: string;
  /** The page's host, where the tool says it. */
  readonly domain?: string;
}

/**
 * Whether a page may be evidence. Hosts are compared as browsers read them, so that no spelling gets
 * past a rule. A link through Google is judged by the domain that came with it, or by a title that is
 * a host; when neither says where it leads, an allow list refuses it.
 */
export function isAllowed(
  { allow, deny }: Pick<SourceRules, 'allow' | 'deny'>,
  place: Place,
): boolean {
  const url = webUrl(place.url);
  if (url === undefined) return false;
  const hosts = hostsOf(url, place);
  if (hosts.some((host) => isListed(host, deny))) return false;
  if (allow.length === 0) return true;
  return hosts.length > 0 && hosts.every((host) => isListed(host, allow));
}

function hostsOf(url: URL, { title = '', domain = '' }: Place): string[] {
  const named = hostNamed(domain);
  if (!isRedirect(url)) return named === undefined ? [hostOf(url)] : [hostOf(url), named];
  const known = named ?? hostInTitle(title);
  return known === undefined ? [] : [known];
}

function isListed(host: string, list: readonly string[]): boolean {
  return list.some((entry) => {
    const domain = hostNamed(entry);
    return domain !== undefined && isWithin(host, domain);
  });
}
