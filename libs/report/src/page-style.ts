import { PAGE_COLORS } from './page-colors.ts';
import { VERSION_STYLE } from './version-style.ts';

/**
 * The whole style of a report page. System fonts only; one column of about 42 Chinese characters;
 * the contents at the side from 68rem. Its hash is in the page's policy, so nothing else may style.
 */
export const PAGE_STYLE = `${PAGE_COLORS}
*,*::before,*::after{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.85 system-ui,-apple-system,"PingFang TC","Noto Sans TC","Noto Sans CJK TC","Microsoft JhengHei",sans-serif;overflow-wrap:anywhere;line-break:strict;text-autospace:normal}
h1,h2,h3,h4{font-family:"Songti TC","Noto Serif TC","Noto Serif CJK TC","Source Han Serif TC","PMingLiU",Georgia,serif;line-height:1.4;text-wrap:balance}
:lang(ja){font-family:"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic",Meiryo,sans-serif}
p,ul,ol{margin:0 0 1em}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem 1rem;z-index:1}
.fine,.meta,.place,figcaption,footer{color:var(--muted);font-size:.875rem;line-height:1.7}
code,.path{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.9em}

.masthead{max-width:42rem;margin:0 auto;padding:2.5rem 1.25rem 0}
.kicker{display:flex;align-items:center;gap:.6rem;font-size:.875rem;letter-spacing:.12em;color:var(--muted);margin-bottom:1.5rem}
.seal{display:grid;place-items:center;width:1.9rem;height:1.9rem;border-radius:.3rem;background:var(--accent);color:var(--paper);font:700 1.1rem/1 "Songti TC","Noto Serif CJK TC",serif;letter-spacing:0}
.version{margin-left:auto;border:1px solid var(--accent);color:var(--accent);border-radius:99px;padding:.1rem .8rem;letter-spacing:.05em}
h1{font-size:clamp(1.75rem,1.3rem + 2.4vw,2.6rem);margin:0 0 1rem;letter-spacing:.01em}
.question{border-left:3px solid var(--accent);padding:.1rem 0 .1rem 1rem;color:var(--muted)}
.question span{display:block;font-size:.75rem;letter-spacing:.2em;color:var(--accent)}
.meta span::before,.place span+span::before,.path~span::before,.address~span::before{content:"·";margin:0 .5em}
.figures{display:flex;gap:.5rem 2rem;flex-wrap:wrap;list-style:none;padding:1rem 0 0;border-top:1px solid var(--line);margin-bottom:.75rem}
.figures strong{font:700 1.75rem/1 Georgia,"Songti TC",serif;margin-right:.35rem;color:var(--accent)}
.searches{font-size:.9375rem;margin-bottom:1rem}
.searches ul{padding-left:1.25rem;margin-top:.5rem}
summary{cursor:pointer;color:var(--accent)}

.columns{max-width:42rem;margin:0 auto;padding:0 1.25rem 3rem}
.toc ol,.toc ul{padding-left:1.6rem;margin:0}
.toc ul{list-style:none;border-top:1px solid var(--line);margin-top:.6rem;padding-top:.6rem}
.toc li{padding:.2rem 0;line-height:1.5}
.toc a{color:inherit;text-decoration:none}
.toc a:hover{color:var(--accent);text-decoration:underline}
.toc li::marker{color:var(--accent);font-variant-numeric:tabular-nums}
.toc-folded details{background:var(--surface);border:1px solid var(--line);border-radius:.6rem;padding:.7rem 1rem}
.toc-folded details[open] summary{margin-bottom:.6rem}
.toc-side{display:none}

.chapter>h2,.notes>h2,.sources>h2,.quality>h2{font-size:1.5rem;margin:3.25rem 0 1.1rem;scroll-margin-top:1rem}
.chapter>h2{display:flex;gap:.75rem;align-items:baseline}
.number{flex:none;min-width:1.9rem;padding:.1rem .4rem;font:700 1rem/1.5 Georgia,serif;text-align:center;color:var(--accent);border-bottom:2px solid var(--accent)}
.chapter h3{font-size:1.15rem;margin:1.8rem 0 .6rem}
.chapter li{margin-bottom:.5em}
.chapter>ul,.chapter>ol{padding-left:1.4rem}
.chapter li::marker{color:var(--accent)}
.chapter>blockquote{margin:1.2rem 0;padding:.2rem 0 .2rem 1.1rem;border-left:3px solid var(--line);color:var(--muted)}
.chapter pre{overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem}
.summary{background:var(--surface);border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:.6rem;padding:1.4rem 1.4rem .6rem;margin-top:2rem;box-shadow:0 1px 12px var(--shadow)}
.summary>h2{margin:0 0 .8rem;font-size:1.25rem}
.limits{background:var(--accent-soft);border-radius:.6rem;padding:1.4rem 1.4rem .6rem;margin-top:3.25rem}
.limits>h2{margin:0 0 .8rem;font-size:1.25rem}
.table-scroll{overflow-x:auto;margin:0 0 1.2em}
table{border-collapse:collapse;width:100%;font-size:.9375rem;line-height:1.6}
th,td{padding:.55rem .75rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border-bottom:2px solid var(--ink);white-space:nowrap}
.ref{line-height:0;font-size:.7em;margin:0 .12em}
.ref::before{content:"\\2060"}
.ref a{text-decoration:none;padding:.25em .3em;border-radius:.3em;background:var(--accent-soft);font-variant-numeric:tabular-nums}
.ref a:target{background:var(--mark);color:var(--ink)}

.badge{display:inline-block;font-size:.75rem;line-height:1.5;padding:0 .5em;border-radius:.3em;border:1px solid currentColor;white-space:nowrap;font-family:system-ui,sans-serif;vertical-align:.1em}
.lang-zh-TW{color:var(--zh)}.lang-ja{color:var(--ja)}.lang-en{color:var(--en)}
.fill-zh-TW{fill:var(--zh)}.fill-ja{fill:var(--ja)}.fill-en{fill:var(--en)}.track{fill:var(--line)}

.divergence{background:var(--surface);border:1px solid var(--line);border-radius:.6rem;padding:1.1rem 1.2rem;margin:1.2rem 0}
.chapter .divergence>h3{margin:0 0 .9rem;font-size:1.1rem}
.kind{display:inline-block;background:var(--teal);color:var(--surface);font:600 .75rem/1.6 system-ui,sans-serif;padding:.05rem .6rem;border-radius:99px;vertical-align:.15em}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem}
.in-words summary{margin-bottom:.6rem;font-size:.9375rem}
.side{border-top:3px solid var(--teal);padding-top:.7rem}
.side:nth-child(even){border-color:var(--accent)}
.side h4{margin:0 0 .5rem;font-size:1.2rem}
.side figure{margin:0 0 .8rem}
.side blockquote{margin:0 0 .3rem;font-size:.9375rem;line-height:1.75}

.quality{border:1px solid var(--line);border-radius:.6rem;padding:1.2rem 1.4rem .4rem;margin-top:3.25rem}
.quality>h2{margin:0 0 .4rem;font-size:1.25rem}
.verdict{margin-bottom:.6rem}
.verdict strong{font:700 1.5rem/1 Georgia,serif;color:var(--teal)}
.gates{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0;font-size:.875rem}
.pass::before{content:"✓ ";color:var(--teal);font-weight:700}
.fail::before{content:"✗ ";font-weight:700}
.fail{color:var(--accent)}
.quality dl{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:0 0 1rem;font-size:.9375rem}
.quality dl div{display:flex;gap:.5rem}
.quality dt{color:var(--muted)}
.quality dd{margin:0;font-weight:700}
.languages{margin:0 0 1rem}
.languages svg{display:block;width:100%;height:.6rem;border-radius:99px;margin-bottom:.4rem}
.legend{margin-right:1.2rem;white-space:nowrap;display:inline-block}
.place>span:not(.address){display:inline-block}
.legend::before{content:"";display:inline-block;width:.6rem;height:.6rem;border-radius:50%;background:currentColor;margin-right:.4rem}

.sources ul{list-style:none;padding:0}
.sources li{border-top:1px solid var(--line);padding:.8rem 0}
.source-title,.note-title{font-weight:600;margin:0;line-height:1.6}
.place,.uses,.back{margin:.1rem 0 .3rem}
.uses{display:flex;align-items:center;gap:.8rem;font-size:.8125rem;color:var(--muted)}
.bar{width:8rem;height:.3rem;border-radius:99px}
.notes ol{padding-left:2.2rem}
.notes li{margin-bottom:1.6rem;scroll-margin-top:1rem}
.notes li::marker{color:var(--accent);font-weight:700;font-variant-numeric:tabular-nums}
.notes li:target{background:var(--accent-soft);box-shadow:0 0 0 .6rem var(--accent-soft);border-radius:.2rem}
.notes blockquote{margin:.4rem 0;padding:0 0 0 .9rem;border-left:2px solid var(--line);font-size:.9375rem;line-height:1.75;color:var(--muted)}
mark{background:var(--mark);color:var(--ink);padding:.1em .05em;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.back{font-size:.8125rem;color:var(--muted)}
.back a{text-decoration:none;padding:.3em .35em;white-space:nowrap}
footer{max-width:42rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
footer::before{content:"";display:block;border-top:1px solid var(--line);margin-bottom:1.5rem}
.wording{margin:.1rem 0 .3rem;font-size:.8125rem;color:var(--teal)}
figcaption .wording{display:block}
.suggestions{margin:1.5rem 0}
.suggestions iframe{display:block;width:100%;height:4rem;border:0;margin-bottom:.5rem;color-scheme:light dark}
${VERSION_STYLE}

@media (min-width:68rem){
.columns{max-width:60rem;display:grid;grid-template-columns:13rem minmax(0,42rem);gap:3.5rem;padding-top:1rem}
.columns>main:only-child{grid-column:2}
.masthead,footer{max-width:60rem;padding-left:17.75rem}
.toc-folded{display:none}
.toc-side{display:block;position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow-y:auto;font-size:.9375rem;padding-top:2rem}
.toc-side>p{font-size:.75rem;letter-spacing:.3em;color:var(--muted);margin-bottom:.5rem}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{
:root{--paper:#fff;--surface:#fff}
body{font-size:10.5pt;line-height:1.65}
.toc,.skip,.back,.versions,.searches:not([open]){display:none}
.columns,.masthead,footer{display:block;max-width:none;padding-left:0;padding-right:0}
.summary,.limits,.divergence,.quality{box-shadow:none;break-inside:avoid}
h2,h3,h4{break-after:avoid}
.notes li,.sources li,tr,figure{break-inside:avoid}
.chapter a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em}
.ref a,.limits,mark{background:none}
mark{text-decoration:underline}
}`;
