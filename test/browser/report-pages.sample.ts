import type { NewResearch } from '@dossier/contracts';
import { renderVersionsPage } from '@dossier/report';
import { sampleEvidence, sampleKey, sampleReport } from '@dossier/report/testing';

/** Shaped like what Google's search tool returns: a style of its own, a row of links. */
export const CHIPS = `<style>
.container { display: flex; align-items: center; border-radius: 8px; padding: 8px 12px;
  font: 14px/20px sans-serif; background-color: #fafafa; box-shadow: 0 0 0 1px #0000000f; }
.chip { display: inline-block; border: solid 1px #dadce0; border-radius: 16px; padding: 5px 16px;
  margin: 0 8px; color: rgb(94, 94, 94); background-color: rgb(255, 255, 255); text-decoration: none; }
.carousel { overflow: auto; white-space: nowrap; scrollbar-width: none; }
@media (prefers-color-scheme: dark) {
  .container { background-color: #1f1f1f; }
  .chip { background-color: rgb(44, 44, 44); border-color: #3c4043; color: rgb(255, 255, 255); }
}
</style>
<div class="container"><div class="carousel">
<a class="chip" href="http://HOST/search?q=%E9%9B%BB%E5%8B%95%E6%B8%A1%E8%BC%AA">電動渡輪 "班次" &amp; 排放</a>
<a class="chip" href="http://HOST/search?q=2">青嶼港 夜間航班</a>
</div></div>`;

/** What a search tool would return that is out for more. */
export const HOSTILE = `<style>body{position:fixed;inset:0;background:red}</style>
<script>parent.document.title='hacked';top.location='http://HOST/stolen'</script>
<img src="http://HOST/pixel.gif" onerror="parent.document.title='hacked'">
<svg onload="top.document.title='hacked'"></svg>
<iframe src="http://HOST/framed"></iframe><meta http-equiv="refresh" content="0;url=http://HOST/moved">
<form action="http://HOST/form"><button id="send">send</button></form>
<a id="top" target="_top" href="http://HOST/top">top</a>
<a id="script" href="javascript:parent.document.title='hacked'">script</a>
<link rel="stylesheet" href="http://HOST/style.css"></iframe></aside><h1 id="escaped">out</h1>`;

/** The page of two versions, the second on the first. */
export function versionsPage(): string {
  const request: NewResearch = {
    kind: 'new',
    question: sampleEvidence().question,
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
  };
  const startedAt = '2026-12-01T01:00:00.000Z';
  const entry = { title: sampleReport().title, startedAt };
  return renderVersionsPage(sampleKey().runId, [
    { ...entry, version: 1, request, comparedWith: [] },
    {
      ...{ ...entry, version: 2, comparedWith: [1] },
      request: { ...request, kind: 'deepen', chapter: 2, baseVersion: 1 },
    },
  ]);
}
