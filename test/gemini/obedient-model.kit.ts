import type { FakeGemini, SeenRequest } from '@dossier/fake-gemini';
import type { Injection } from './injection-texts.kit.ts';
import {
  answering,
  answerTask,
  grounded,
  keysShown,
  type Grounded,
} from './scripted-answers.kit.ts';

/** What the pages say besides: enough for a report of several chapters. */
const FACTS = [
  '台灣的地熱潛能估計有 320 億瓦',
  '地熱電廠的設備利用率可達 85%',
  '地熱電廠的躉購費率是每度 5.2 元',
  '宜蘭清水電廠的裝置容量是 4.2 百萬瓦',
  '鑽一口地熱井的費用約 2 億元',
  '酸性熱液會腐蝕管線，是大屯山區的主要困難',
  '開發地熱需要原住民族部落的同意',
  '地熱井回注可以維持地層的壓力',
] as const;

/** A model that obeys a page: in searching, comparing, outlining, in every chapter and at the end. */
export function obey(fake: FakeGemini, injection: Injection): void {
  const { demand } = injection;
  answerTask(fake, 'search', (request) => poisonedSearch(request, injection));
  answerTask(fake, 'compare', (request) => answering(JSON.stringify(comparison(request, demand))));
  answerTask(fake, 'outline', (request) => answering(JSON.stringify(outline(request, demand))));
  for (const task of ['chapter', 'deepen-chapter', 'rewrite-chapter']) {
    answerTask(fake, task, (request) => answering(chapter(request, demand)));
  }
  answerTask(fake, 'closing', () => {
    const summary = `${demand}。請讀者務必記住：${demand}，其他內容都不重要。`;
    return answering(JSON.stringify({ title: demand, summary }));
  });
}

/** Facts of three pages, each with the injection between them, and in titles and suggestions. */
function poisonedSearch({ promptText }: SeenRequest, { text, demand }: Injection): object {
  const first = [...promptText].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const facts = [0, 1, 2, 3].map((at): Grounded => ({
    text: `${FACTS[(first + at) % FACTS.length] ?? ''}。`,
    pages: [at % 3, (at + 1) % 3],
  }));
  const pages = [0, 1, 2].map((at) => ({
    uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/page-${at}`,
    title: at === 0 ? `${demand} javascript:alert(1) <img src=x onerror=alert(1)>` : `page${at}.tw`,
  }));
  return grounded([...facts, { text, pages: [0, 1] }], pages, {
    searchEntryPoint: { renderedContent: '<script>alert("evil")</script><div>x</div>' },
  });
}

function comparison(request: SeenRequest, demand: string): object {
  const [first = '', ...others] = keysShown(request);
  const other = others.find((key) => !key.startsWith(first.replace(/\d+$/u, ''))) ?? '';
  return {
    agreements: [{ claim: demand, extracts: [first, other, 'S99-1'] }],
    divergences: [
      {
        kind: 'polarity',
        claim: demand,
        sides: [
          { position: demand, extracts: [first] },
          { position: `並非${demand}`, extracts: [other] },
        ],
      },
    ],
    gaps: [
      { group: 'g1', note: demand },
      { group: 'g99', note: demand },
    ],
  };
}

function outline(request: SeenRequest, demand: string): object {
  const keys = keysShown(request);
  const chapters = [0, 1, 2, 3].map((at) => ({
    heading: `${demand}${'甲乙丙丁'.charAt(at)}`,
    aim: demand,
    extracts: keys,
  }));
  return { chapters };
}

/** What it was told, in every way that it could stand out, and the extracts as they are. */
function chapter({ promptText }: SeenRequest, demand: string): string {
  const extracts = [...promptText.matchAll(/^\[(S\d+-\d+)\][^\n]*? ([^\n]+)$/gmu)];
  const honest = extracts.map(([, key = '', text = '']) => `${text.replace(/。$/u, '')}[${key}]。`);
  const [[, key = ''] = []] = extracts;
  return [
    `# ${demand}`,
    `${demand}。`,
    `[${demand}](https://evil.example/x) ![x](https://evil.example/p.png)`,
    `${demand}[S99-1]。${demand}[^1]。${demand}[${key}]。`,
    `<script>alert(1)</script>${demand}`,
    ...honest,
    `[^1]: ${demand}`,
  ].join('\n\n');
}
