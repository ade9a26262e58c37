const LIGHT = `--paper:#faf8f3;--surface:#fffefb;--ink:#24211c;--muted:#675f53;--line:#e3dccf;--shadow:rgb(60 40 20/.07);--accent:#a2392a;--accent-soft:#f7e9e3;--teal:#1c6662;--mark:#ffeaa3;--ins:#d8f0dc;--del:#fbdcd6;--zh:#a2392a;--ja:#3a5591;--en:#2a7150`;

const DARK = `--paper:#171512;--surface:#211e1a;--ink:#ece6da;--muted:#aaa194;--line:#3a352e;--shadow:rgb(0 0 0/.4);--accent:#f19a86;--accent-soft:#3b2520;--teal:#7fc9c1;--mark:#5c4d12;--ins:#1f4a2c;--del:#5a2a24;--zh:#f19a86;--ja:#9db4ec;--en:#84cfa7`;

/**
 * The colours as CSS variables: paper and ink, cinnabar for what can be followed, teal for what was
 * checked or contradicts, one colour per source language. All text reaches a contrast of 4.5 (WCAG AA).
 * Printed pages are light.
 */
export const PAGE_COLORS = `:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}`;
