import { runIdOf, type Evaluation, type Plan, type Report, type RunKey } from '@dossier/contracts';

const QUESTION = '青嶼港渡輪改用電力以後，班次與排放有什麼變化？';

/** A report about `sampleEvidence()` that passes every gate. */
export function sampleReport(): Report {
  return {
    title: '青嶼港電動渡輪：班次與排放的變化',
    language: 'zh-TW',
    provider: 'local-corpus',
    writtenAt: '2026-12-01T01:20:00.000Z',
    chapters: [
      {
        kind: 'summary',
        heading: '摘要',
        markdown:
          '四份文件都談到青嶼港的電動渡輪。**排放與噪音下降**有兩份文件支持[^S3-1][^S2-1]，但航次的數字與夜間航班的去留，文件之間說法不同[^S1-1]。',
      },
      {
        kind: 'theme',
        heading: '航次與時刻',
        markdown: [
          '年報記載：「2025 年電動渡輪共行駛 12,400 航次，占全部航次的 62%。」[^S1-1]',
          '',
          '- 日文文件寫道：「電動フェリーの運航は年間11,800便で、騒音は約8デシベル下がった。」[^S2-1]',
          '- 充電時間方面，英文文件寫道：「Charging takes 35 minutes per crossing day.」[^S3-2]',
        ].join('\n'),
      },
      {
        kind: 'theme',
        heading: '排放、噪音與經費',
        markdown: [
          '量測結果來自英文文件：「The U.S. consultants measured a 41% drop in emissions. Noise fell as well.」[^S3-1]',
          '',
          '| 項目 | 文件所述 |',
          '| --- | --- |',
          '| 排放 | 下降 41%[^S3-1] |',
          '| 經費 | 3.2 億元，民國 113 年起編列[^S4-1] |',
        ].join('\n'),
      },
      {
        kind: 'divergences',
        heading: '來源之間的分歧',
        markdown: [
          '- 航次：年報說「12,400 航次」[^S1-1]，日文文件則是「年間11,800便」[^S2-1]。',
          '- 夜間航班：年報說「夜間航班並未取消。」[^S1-2]，日文文件說「夜間便は廃止された。」[^S2-2]',
        ].join('\n'),
      },
      {
        kind: 'limits',
        heading: '限制',
        markdown:
          '這份報告只摘錄本機資料夾中的文件，不代表全部事實。\n\n- 沒有找到電池汰換成本的資料。',
      },
    ],
  };
}

/** A verdict with every gate passed. */
export function sampleEvaluation(): Evaluation {
  const pass = (gate: string, name: string, measure: number, threshold: number) =>
    ({ gate, name, verdict: 'pass', measure, threshold, findings: [] }) as const;
  return {
    verdict: 'pass',
    evaluatedAt: '2026-12-01T01:20:01.000Z',
    gates: [
      pass('G1', 'citation-validity', 1, 1),
      pass('G2', 'citation-coverage', 1, 0.9),
      pass('G3', 'numeric-traceability', 1, 1),
    ],
  };
}

/** The plan that led to the report. */
export function samplePlan(): Plan {
  return {
    question: QUESTION,
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW', 'ja', 'en'],
    provider: 'local-corpus',
    groups: [
      {
        id: 'g1',
        purpose: '航次與時刻',
        query: '青嶼港 渡輪 航次',
        language: 'zh-TW',
        sourceKind: 'document',
      },
      {
        id: 'g2',
        purpose: '日文文件的說法',
        query: '青嶼港 フェリー 運航',
        language: 'ja',
        sourceKind: 'document',
      },
      {
        id: 'g3',
        purpose: '排放與噪音',
        query: 'Qingyu ferry emissions',
        language: 'en',
        sourceKind: 'document',
      },
      {
        id: 'g4',
        purpose: '限制與風險',
        query: '電動渡輪 電池 成本',
        language: 'zh-TW',
        sourceKind: 'document',
      },
    ],
  };
}

/** Version 2 of a run. */
export function sampleKey(): RunKey {
  return { runId: runIdOf('sample-event'), version: 2 };
}
