import type { Language } from '@dossier/contracts';
import type { Sentence } from './corpus-index.ts';
import { quantitiesIn } from './quantities.ts';

/** One side of a question that a plan looks at on its own. */
export interface Facet {
  /** Purpose of the query group and heading of its chapter. */
  readonly purpose: string;
  /** Added to the query, so that a reader of the plan sees what the group looks for. */
  readonly queryWords: Readonly<Record<Language, string>>;
  /** Whether a sentence speaks of this side. */
  readonly speaksOf: (sentence: Sentence) => boolean;
}

const CAUSES =
  /因為|由於|因此|所以|導致|造成|透過|藉由|藉著|利用|使得|原因|機制|原理|方法|步驟|作法|做法|因为|由于|导致|通过|借由|から(?!.{0,6}まで)|ため|により|によって|ことで|原因|仕組み|方法|\b(?:because|due to|caus\w*|through|by \w+ing|mechanism\w*|reason\w*|therefore|thereby|works? by|leads? to)\b/iu;
const LIMITS =
  /但是|但|然而|不過|限制|風險|缺點|不足|疑慮|反對|質疑|無法|不能|難以|困難|挑戰|代價|副作用|警告|尚未|未必|风险|缺点|反对|无法|难以|しかし|ただし|一方で|課題|懸念|反対|リスク|限界|欠点|難し|できない|ません|\b(?:however|but|although|risks?|concern\w*|limit\w*|oppos\w*|challeng\w*|cannot|not|drawback\w*|fail\w*|warn\w*|unlikely|against)\b/iu;

/** The sides every question is looked at from, in the order in which the report tells them. */
export const FACETS: readonly [Facet, ...Facet[]] = [
  {
    purpose: '核心說明',
    queryWords: { 'zh-TW': '', ja: '', en: '' },
    speaksOf: () => true,
  },
  {
    purpose: '數據與規模',
    queryWords: { 'zh-TW': '數據 數量 比例', ja: 'データ 数値 割合', en: 'figures amount share' },
    speaksOf: (sentence) => quantitiesIn(sentence.text).length > 0,
  },
  {
    purpose: '限制、風險與反對意見',
    queryWords: {
      'zh-TW': '限制 風險 反對',
      ja: '課題 リスク 反対',
      en: 'limits risks opposition',
    },
    speaksOf: (sentence) => LIMITS.test(sentence.text),
  },
  {
    purpose: '原因與作法',
    queryWords: {
      'zh-TW': '原因 方法 機制',
      ja: '原因 方法 仕組み',
      en: 'causes methods mechanism',
    },
    speaksOf: (sentence) => CAUSES.test(sentence.text),
  },
];

/** The side a query group looks at; a purpose written by somebody else is taken as the core. */
export function facetOf(purpose: string): Facet {
  return FACETS.find((facet) => facet.purpose === purpose) ?? FACETS[0];
}
