import type { Evidence, Extract, Language, Source, SourceLocation } from '@dossier/contracts';

const RETRIEVED_AT = '2026-11-30T17:30:00.000Z';

/** A source with the given excerpts; keys follow from its own. */
export function aSource(
  key: string,
  title: string,
  location: SourceLocation,
  language: Language,
  ...extracts: readonly Partial<Extract>[]
): Source {
  return {
    key,
    title,
    location,
    language,
    retrievedAt: RETRIEVED_AT,
    sha256: key.padEnd(64, '0').toLowerCase(),
    extracts: extracts.map((extract, i) => ({
      key: `${key}-${i + 1}`,
      text: '',
      start: 120 * (i + 1),
      end: 120 * (i + 1) + (extract.text?.length ?? 0),
      line: 12 * (i + 1),
      heading: '',
      before: '',
      after: '',
      language,
      groups: ['g1'],
      ...extract,
    })),
  };
}

const file = (path: string): SourceLocation => ({ kind: 'file', path });
const web = (url: string): SourceLocation => ({ kind: 'web', url });

/** Four invented sources in three languages about an invented ferry, with two divergences. */
export function sampleEvidence(): Evidence {
  return {
    question: '青嶼港渡輪改用電力以後，班次與排放有什麼變化？',
    sources: [
      aSource(
        'S1',
        '青嶼港渡輪年報 2025',
        file('harbour/annual-report.zh.md'),
        'zh-TW',
        {
          text: '2025 年電動渡輪共行駛 12,400 航次，占全部航次的 62%。',
          heading: '營運概況',
          before: '本年度新增兩艘電動渡輪，全線航班重新編排。',
          after: '柴油渡輪僅於颱風季支援。',
        },
        {
          text: '夜間航班並未取消。',
          heading: '班次',
          before: '自六月起調整夏季時刻。',
          after: '末班船維持二十三時開航。',
        },
      ),
      aSource(
        'S2',
        '青嶼港の電動フェリー導入について',
        file('harbour/ferry.ja.md'),
        'ja',
        {
          text: '電動フェリーの運航は年間11,800便で、騒音は約8デシベル下がった。',
          heading: '運航実績',
          before: '導入から一年が過ぎた。',
          after: '住民の評価はおおむね良い。',
        },
        {
          text: '夜間便は廃止された。',
          heading: 'ダイヤ改正',
          before: '利用者の少ない時間帯が見直された。',
          after: '代わりに早朝便が増えた。',
        },
      ),
      aSource(
        'S3',
        'Electric ferries of Qingyu Harbour: a first look',
        web('https://ferries.example/qingyu?year=2025'),
        'en',
        {
          text: 'The U.S. consultants measured a 41% drop in emissions. Noise fell as well.',
          heading: 'Measured effects',
          before: 'Measurements ran from January to December. ',
          after: ' The batteries are charged at night.',
        },
        {
          text: 'Charging takes 35 minutes per crossing day.',
          heading: 'Charging',
        },
      ),
      aSource('S4', '港務局新聞稿', web('https://port.example/news/7'), 'zh-TW', {
        text: '充電設施總經費為 3.2 億元，由民國 113 年起分三年編列。',
        heading: '經費',
      }),
    ],
    agreements: [{ claim: '電動渡輪降低噪音', extracts: ['S2-1', 'S3-1'] }],
    divergences: [
      {
        kind: 'numeric',
        claim: '電動渡輪一年的航次',
        sides: [
          { position: '12,400 航次', extracts: ['S1-1'] },
          { position: '11,800 航次', extracts: ['S2-1'] },
        ],
      },
      {
        kind: 'polarity',
        claim: '夜間航班是否取消',
        sides: [
          { position: '沒有取消', extracts: ['S1-2'] },
          { position: '已經取消', extracts: ['S2-2'] },
        ],
      },
    ],
    gaps: [{ group: 'g4', note: '沒有找到電池汰換成本的資料。' }],
  };
}
