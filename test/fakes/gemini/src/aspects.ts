/** Languages in which this model answers. */
export type AnswerLanguage = 'zh-TW' | 'ja' | 'en';

/** A thing that pages state a figure (or a yes or no) about, with its sentence in each language. */
export interface Aspect {
  readonly id: string;
  /** Short name in the report's language. */
  readonly label: string;
  /** Bounds of plausible figures; absent for a statement that is affirmed or denied. */
  readonly range?: readonly [number, number];
  /** What stands behind a figure in the report's language. */
  readonly unit?: string;
  /** `{topic}`, `{year}` and `{value}` are put in; `{value}` of a yes-or-no is the negation or nothing. */
  readonly sentence: Readonly<Record<AnswerLanguage, string>>;
}

/** How a yes-or-no is denied. */
export const DENIAL: Readonly<
  Record<AnswerLanguage, { readonly yes: string; readonly no: string }>
> = {
  'zh-TW': { yes: '需要', no: '不需要' },
  ja: { yes: '必要である', no: '必要ではない' },
  en: { yes: 'requires', no: 'does not require' },
};

export const ASPECTS: readonly Aspect[] = [
  {
    id: 'adoption',
    label: '採用率',
    range: [12, 78],
    unit: '%',
    sentence: {
      'zh-TW': '{topic}的採用率在 {year} 年達到 {value}%。',
      ja: '{topic}の導入率は{year}年に{value}%に達した。',
      en: 'The adoption rate of {topic} reached {value}% in {year}.',
    },
  },
  {
    id: 'growth',
    label: '成長幅度',
    range: [3, 46],
    unit: '%',
    sentence: {
      'zh-TW': '{topic}的規模在 {year} 年比前一年成長 {value}%。',
      ja: '{topic}の規模は{year}年に前年比で{value}%拡大した。',
      en: 'The scale of {topic} grew by {value}% in {year} compared with the year before.',
    },
  },
  {
    id: 'satisfaction',
    label: '滿意度',
    range: [41, 93],
    unit: '%',
    sentence: {
      'zh-TW': '在 {year} 年的調查裡，{value}% 的受訪者對{topic}表示滿意。',
      ja: '{year}年の調査では、回答者の{value}%が{topic}に満足している。',
      en: 'In a {year} survey, {value}% of the respondents were satisfied with {topic}.',
    },
  },
  {
    id: 'firms',
    label: '業者家數',
    range: [38, 920],
    unit: ' 家',
    sentence: {
      'zh-TW': '截至 {year} 年，投入{topic}的業者共有 {value} 家。',
      ja: '{year}年の時点で、{topic}に参入した企業は{value}社である。',
      en: 'As of {year}, {value} companies were active in {topic}.',
    },
  },
  {
    id: 'complaints',
    label: '申訴件數',
    range: [105, 880],
    unit: ' 件',
    sentence: {
      'zh-TW': '主管機關在 {year} 年收到 {value} 件與{topic}有關的申訴。',
      ja: '所管官庁は{year}年に{topic}に関する苦情を{value}件受け付けた。',
      en: 'The regulator received {value} complaints about {topic} in {year}.',
    },
  },
  {
    id: 'labour',
    label: '人力占比',
    range: [15, 62],
    unit: '%',
    sentence: {
      'zh-TW': '依 {year} 年的帳目，人力占{topic}總支出的 {value}%。',
      ja: '{year}年の決算によると、人件費は{topic}の総支出の{value}%を占める。',
      en: 'According to accounts of {year}, labour makes up {value}% of the spending on {topic}.',
    },
  },
  {
    id: 'training',
    label: '受訓時數',
    range: [12, 96],
    unit: ' 小時',
    sentence: {
      'zh-TW': '從事{topic}的人員在 {year} 年平均受訓 {value} 小時。',
      ja: '{topic}の従事者は{year}年に平均{value}時間の研修を受けた。',
      en: 'People working in {topic} received {value} hours of training on average in {year}.',
    },
  },
  {
    id: 'energy',
    label: '節能成效',
    range: [4, 39],
    unit: '%',
    sentence: {
      'zh-TW': '{year} 年的實測顯示，{topic}讓能源用量減少 {value}%。',
      ja: '{year}年の実測では、{topic}によりエネルギー使用量が{value}%減少した。',
      en: 'Measurements from {year} show that {topic} cut energy use by {value}%.',
    },
  },
  {
    id: 'permit',
    label: '事前許可',
    sentence: {
      'zh-TW': '依 {year} 年的規定，推動{topic}{value}事先取得許可。',
      ja: '{year}年の規定によると、{topic}には事前の許可が{value}。',
      en: 'Under the rules of {year}, {topic} {value} a permit in advance.',
    },
  },
];
