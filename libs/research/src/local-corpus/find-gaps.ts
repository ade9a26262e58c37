import type { Evidence, Gap, Language, Plan, QueryGroup } from '@dossier/contracts';
import type { SkipReason, SkippedFiles } from './walk-folder.ts';

/** What the folder held, and what of it was not read. */
export interface SearchedCorpus {
  readonly skipped: SkippedFiles;
  readonly languages: ReadonlySet<Language>;
}

/** Our languages, as a report names them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-TW': '中文',
  ja: '日文',
  en: '英文',
};
const SKIP_NAMES: Readonly<Record<SkipReason, string>> = {
  binary: '內容不是文字',
  duplicate: '與另一份檔案內容相同',
  empty: '沒有內容',
  'invalid-glossary': 'glossary.json 格式不符',
  'not-utf-8': '不是 UTF-8 編碼',
  symlink: '是連結',
  'too-deep': '資料夾層級過深',
  'too-large': '檔案過大',
  'too-many': '超出資料夾的總量上限',
  unreadable: '無法開啟',
};
/** How little was found, by number of sentences. */
const AMOUNTS = ['沒有找到', '只找到一句'] as const;

/** What the searches found too little of: one note for each side of the question, then one for each absent language. */
export function gapsOf(plan: Plan, sources: Evidence['sources'], corpus: SearchedCorpus): Gap[] {
  const extracts = sources.flatMap((source) => [...source.extracts]);
  const countOf = ({ id }: QueryGroup): number =>
    extracts.filter(({ groups }) => groups.includes(id)).length;
  const searched = plan.groups.filter(({ language }) => corpus.languages.has(language));
  const purposes = [...new Set(searched.map(({ purpose }) => purpose))];
  const thin = purposes.flatMap((purpose): Gap[] => {
    const poor = AMOUNTS.map((amount, count) => ({
      amount,
      groups: searched.filter((group) => group.purpose === purpose && countOf(group) === count),
    })).filter(({ groups }) => groups.length > 0);
    const first = poor[0]?.groups[0];
    if (first === undefined) return [];
    const parts = poor.map(({ amount, groups }) => `在${namesOf(groups)}文件中${amount}相關的句子`);
    return [{ group: first.id, note: `「${purpose}」${parts.join('，')}。` }];
  });
  return [...thin, ...absentLanguages(plan, corpus), ...notRead(plan, corpus)];
}

function absentLanguages({ groups }: Plan, { languages }: SearchedCorpus): Gap[] {
  const absent = groups.filter(
    ({ language }, at) =>
      !languages.has(language) && groups.findIndex((one) => one.language === language) === at,
  );
  return absent.map(({ id, language }) => ({ group: id, note: absenceOf(language) }));
}

/** What is said of a language that no document of the folder is written in. */
export function absenceOf(language: Language): string {
  return `資料夾裡沒有${LANGUAGE_NAMES[language]}文件。`;
}

function notRead({ groups: [first] }: Plan, { skipped }: SearchedCorpus): Gap[] {
  if (skipped.size === 0 || first === undefined) return [];
  const files = [...skipped].map(([reason, count]) => `${SKIP_NAMES[reason]} ${count} 個`);
  return [{ group: first.id, note: `有些檔案沒有讀取：${files.join('、')}。` }];
}

/** `中文、日文與英文`. */
function namesOf(groups: readonly QueryGroup[]): string {
  const names = [...new Set(groups.map(({ language }) => LANGUAGE_NAMES[language]))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join('、')}與${last}`;
}
