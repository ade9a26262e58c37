import {
  LANGUAGES,
  type Evaluation,
  type Language,
  type ReportCounts,
  type Source,
} from '@dossier/contracts';
import { markup, type SafeHtml } from './safe-html.ts';
import { LANGUAGE_NAMES } from './source-place.ts';

/** What readers call the gates; a gate not named here shows its own name. */
const GATE_NAMES: Readonly<Record<string, string>> = {
  'grounded-content': '內容有依據',
  'citation-validity': '引用都存在',
  'citation-definitions': '註腳不重複',
  'citation-coverage': '敘述附有引用',
  'numeric-traceability': '數字可追溯',
  'chapter-sources': '各章多方來源',
  structure: '結構完整',
  duplication: '沒有重複敘述',
  'traditional-script': '用字為正體',
};

/** What was checked and counted, and what these checks cannot tell. */
export function qualityBox(
  { gates }: Evaluation,
  { citations, divergences }: ReportCounts,
  citedSources: readonly Source[],
): SafeHtml {
  const passed = gates.filter(({ verdict }) => verdict === 'pass').length;
  return markup`<section class="quality" aria-labelledby="quality">
    <h2 id="quality">品質檢查</h2>
    <p class="verdict"><strong>${passed}／${gates.length}</strong> 道檢查通過</p>
    <ul class="gates">
      ${gates.map(
        ({ name, verdict }) =>
          markup`<li class="${verdict}">
            ${GATE_NAMES[name] ?? name}${verdict === 'fail' ? '（未通過）' : ''}
          </li>`,
      )}
    </ul>
    <dl>
      <div>
        <dt>引用的摘錄</dt>
        <dd>${citations}</dd>
      </div>
      <div>
        <dt>引用的來源</dt>
        <dd>${citedSources.length}</dd>
      </div>
      <div>
        <dt>來源間的分歧</dt>
        <dd>${divergences}</dd>
      </div>
    </dl>
    ${languageBar(citedSources)}
    <p class="fine">檢查由程式完成：比對報告與存下的來源摘錄，不判斷來源本身是否正確。</p>
  </section>`;
}

function languageBar(sources: readonly Source[]): SafeHtml | undefined {
  if (sources.length === 0) return undefined;
  const count = (language: Language): number =>
    sources.filter((source) => source.language === language).length;
  const shares = LANGUAGES.map((language, i) => ({
    language,
    count: count(language),
    from: LANGUAGES.slice(0, i).reduce((sum, earlier) => sum + count(earlier), 0),
  })).filter((share) => share.count > 0);
  const total = sources.length;
  return markup`<figure class="languages">
    <svg viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true">
      ${shares.map(
        ({ language, count: width, from }) =>
          markup`<rect class="fill-${language}" x="${from}" width="${width}" height="1" />`,
      )}
    </svg>
    <figcaption>
      ${shares.map(
        ({ language, count: number }) =>
          markup`<span class="legend lang-${language}">${LANGUAGE_NAMES[language]}來源 ${number}</span>`,
      )}
    </figcaption>
  </figure>`;
}
