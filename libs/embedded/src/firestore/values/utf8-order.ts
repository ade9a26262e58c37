/**
 * Compares two strings by their UTF-8 bytes, which is how Firestore sorts strings, field names and ids.
 * JavaScript compares UTF-16 units; the two differ only where one side is a surrogate (a character
 * above U+FFFF sorts after all others in UTF-8 but before U+E000 in UTF-16).
 */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (isSurrogate(x) === isSurrogate(y)) return x - y;
    return isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
