/** Only ASCII belongs to an address: Chinese text goes on behind one without a space. */
const ADDRESS =
  /(?:\b[a-z][a-z0-9+.-]{1,15}:\/\/|\bwww\.|\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?\/)[!-;=?-~]*/giu;
/** A text without the web addresses in it. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, ' ');
}

/** Whether a text holds a web address. */
export function holdsAddress(text: string): boolean {
  return text.search(ADDRESS) >= 0;
}
