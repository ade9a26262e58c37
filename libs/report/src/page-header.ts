import type { ReportCounts, RunKey } from '@dossier/contracts';
import { languageBadge } from './language-badge.ts';
import type { ReportPage } from './report-page.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { taipeiDate } from './source-place.ts';
import { versionPicker } from './version-picker.ts';

/** Who wrote a report, in readers' words. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'local-corpus': '由程式從文件逐字摘錄',
  gemini: '由 Gemini 撰寫',
};

/** Title, question, version and the figures of a report. */
export function pageHeader(
  { key, report, evidence, plan, place }: ReportPage,
  { citations, sources, divergences }: ReportCounts,
): SafeHtml {
  const figures: readonly (readonly [number, string])[] = [
    [sources, '份來源'],
    [citations, '則摘錄'],
    [divergences, '處分歧'],
  ];
  return markup`<header class="masthead">
    <p class="kicker">
      <span class="seal" aria-hidden="true">文</span>Dossier 研究報告
      <span class="version">第 ${key.version} 版</span>
    </p>
    ${place && versionPicker(key.version, place)}
    <h1>${report.title}</h1>
    <p class="question"><span>問題</span>${evidence.question}</p>
    <p class="meta">
      ${taipeiDate(report.writtenAt)}<span>${PROVIDERS[report.provider] ?? report.provider}</span>
    </p>
    <ul class="figures">
      ${figures.map(([figure, unit]) => markup`<li><strong>${figure}</strong>${unit}</li>`)}
    </ul>
    ${plan && searches(plan)}
  </header>`;
}

/** What the page is, for whoever asks about it. */
export function pageFooter({ runId, version }: RunKey): SafeHtml {
  return markup`<footer>
    <p>研究編號 <code>${runId}</code>，第 ${version} 版。</p>
  </footer>`;
}

function searches({ groups }: NonNullable<ReportPage['plan']>): SafeHtml {
  return markup`<details class="searches">
    <summary>這份報告怎麼查的（${groups.length} 組搜尋）</summary>
    <ul>
      ${groups.map(
        ({ purpose, query, language }) =>
          markup`<li>
            <strong>${purpose}</strong> ${languageBadge(language)}<br />
            <span lang="${language}">${query}</span>
          </li>`,
      )}
    </ul>
  </details>`;
}
