import type { Language } from '@dossier/contracts';
import { cleanLine } from './clean-line.ts';
import type { GroupDraft } from './group-draft.ts';
import { areSame } from './similar-groups.ts';

/** A search query of more says nothing more to a search engine. */
const MAX_SUBJECT = 60;

interface Side {
  readonly purpose: string;
  readonly words: Readonly<Record<Language, string>>;
  readonly sinceDays?: number;
}

/** The sides that every question is looked at from, when a model names too few. */
const SIDES: readonly Side[] = [
  { purpose: '核心說明', words: { 'zh-TW': '', ja: '', en: '' } },
  {
    purpose: '數據與規模',
    words: { 'zh-TW': '數據 統計', ja: 'データ 統計', en: 'figures statistics' },
  },
  {
    purpose: '限制、風險與反對意見',
    words: { 'zh-TW': '爭議 風險 限制', ja: '課題 リスク 批判', en: 'criticism risks limits' },
  },
  {
    purpose: '近期發展',
    words: { 'zh-TW': '最新', ja: '最新 動向', en: 'latest developments' },
    sinceDays: 365,
  },
  {
    purpose: '原因與作法',
    words: { 'zh-TW': '原因 作法', ja: '原因 方法', en: 'causes methods' },
  },
];

/**
 * The first search by rule that none of the others makes already. Rules tell searches on one subject
 * apart by a word or two only, so exactly the same ones count, not similar ones.
 */
export function furtherSide(
  others: readonly Pick<GroupDraft, 'query' | 'language'>[],
  subject: string,
  languages: readonly Language[],
): GroupDraft {
  const sides = sidesOf(subject, languages);
  let side = sides.next().value;
  while (others.some((other) => areSame(other, side))) side = sides.next().value;
  return side;
}

/** Side by side, each in all languages; numbered once all sides are used up, so that no two are the same. */
function* sidesOf(subject: string, languages: readonly Language[]): Generator<GroupDraft, never> {
  const about = cleanLine(subject, MAX_SUBJECT);
  for (let round = 1; ; round += 1) {
    for (const { purpose, words, sinceDays } of SIDES) {
      for (const language of languages) {
        const parts = [about, words[language], round === 1 ? '' : String(round)];
        const query = parts.filter((part) => part !== '').join(' ') || purpose;
        const age = sinceDays === undefined ? {} : { sinceDays };
        yield { purpose, query, language, sourceKind: 'web', ...age };
      }
    }
  }
}
