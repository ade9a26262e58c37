/** How versions are offered, and how a page of differences marks what changed: by more than colour. */
export const VERSION_STYLE = `.versions{display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.875rem;margin:0 0 1.5rem;padding:.6rem .9rem;background:var(--surface);border:1px solid var(--line);border-radius:.6rem}
.versions strong{color:var(--accent)}
.version-list{list-style:none;padding:0}
.version-list li{border-top:1px solid var(--line);padding:1.1rem 0}
.version-list h2{margin:0 0 .2rem;font-size:1.15rem}
.compare{display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.9375rem;margin:.3rem 0 0}
.diff{white-space:pre-wrap}
ins{background:var(--ins);text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:.2em}
del{background:var(--del);text-decoration:line-through}
.legend-diff ins,.legend-diff del{padding:0 .3em;margin-right:.6em}
.change{display:inline-block;font:600 .75rem/1.6 system-ui,sans-serif;border:1px solid currentColor;border-radius:99px;padding:.05rem .6rem;color:var(--teal);white-space:nowrap}
.unchanged{border-top:1px solid var(--line);padding:.7rem 0;margin-top:1.2rem}
.unchanged+.unchanged{margin-top:0}
.unchanged summary{margin-bottom:.4rem}`;
