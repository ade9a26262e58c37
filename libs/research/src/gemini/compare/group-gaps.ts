import {
  LANGUAGES,
  type Gap,
  type GroupFindings,
  type GroupProblem,
  type Language,
  type QueryGroup,
  type Source,
} from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { LANGUAGE_NAMES } from '../../local-corpus/find-gaps.ts';

const PROBLEMS = new Map<string, (count: number) => string>([
  ['search-failed', () => '搜尋沒有完成'],
  ['blocked', () => '模型沒有回答這一項搜尋'],
  ['ungrounded', (count) => `有 ${count} 段回答沒有附上出處，未予採用`],
  ['page-not-read', (count) => `有 ${count} 個網頁無法讀取`],
  ['source-refused', (count) => `有 ${count} 個來源不在允許的範圍內，未予採用`],
  ['tool-refused', (count) => `模型有 ${count} 次要求未獲允許的工具`],
]);

/** What the searches of a version came to. */
export interface Searched {
  /** The groups that were searched for this version. */
  readonly groups: readonly QueryGroup[];
  readonly findings: readonly GroupFindings[];
  readonly sources: readonly Source[];
  /** Keys of the excerpts that are new in this version. */
  readonly fresh: ReadonlySet<string>;
  readonly isFollowUp: boolean;
}

/** A gap for each group that found nothing, or less than it could have. */
export function groupGaps(searched: Searched): Gap[] {
  const { groups, findings, isFollowUp } = searched;
  const added = new Set(freshIn(searched).flatMap(({ extract }) => extract.groups));
  return groups.flatMap(({ id, purpose }): Gap[] => {
    const own = findings.filter(({ groupId }) => groupId === id);
    const hasFound = own.some(({ sources }) => sources.some((one) => one.extracts.length > 0));
    const reasons = reasonsOf(own.flatMap(({ problems }) => problems ?? []));
    const why = reasons.length === 0 ? '' : `：${reasons.join('，')}`;
    if (!hasFound) return [{ group: id, note: `「${purpose}」沒有找到可用的來源${why}。` }];
    if (isFollowUp && !added.has(id)) {
      return [{ group: id, note: `「${purpose}」沒有找到新的來源${why}。` }];
    }
    return why === '' ? [] : [{ group: id, note: `「${purpose}」的資料可能不完整${why}。` }];
  });
}

/** A gap for each language that was asked for and that nothing new was found in. */
export function languageGaps(languages: readonly Language[], searched: Searched): Gap[] {
  const { groups, isFollowUp } = searched;
  return [...new Set(languages)]
    .filter((language) => !isFound(language, searched))
    .flatMap((language): Gap[] => {
      const group = groups.find((one) => one.language === language) ?? groups[0];
      return group === undefined
        ? []
        : [{ group: group.id, note: absenceOf(language, isFollowUp) }];
    });
}

/** The base's gaps but for languages that were missing and now are found. */
export function stillOpen(base: readonly Gap[], searched: Searched): Gap[] {
  const found = LANGUAGES.filter((language) => isFound(language, searched));
  const filled = found.flatMap((one) => [absenceOf(one, false), absenceOf(one, true)]);
  return base.filter(({ note }) => !filled.includes(note));
}

function absenceOf(language: Language, isFollowUp: boolean): string {
  return `沒有找到${isFollowUp ? '更多' : ''}${LANGUAGE_NAMES[language]}的來源。`;
}

/** Of excerpts that there was no room for, in the evidence or beside the others in the question. */
export function omissionGaps(
  [first]: readonly QueryGroup[],
  { dropped, hidden }: { readonly dropped: number; readonly hidden: number },
): Gap[] {
  if (first === undefined) return [];
  const notes = [
    dropped > 0 ? `找到的摘錄過多，有 ${dropped} 則沒有收錄。` : '',
    hidden > 0 ? `收錄的摘錄較多，有 ${hidden} 則沒有納入來源之間的比對。` : '',
  ];
  return notes.filter((note) => note !== '').map((note) => ({ group: first.id, note }));
}

/** A grounded answer may speak another language than its page: there the group's language counts, too. */
function isFound(language: Language, searched: Searched): boolean {
  const groups = searched.groups.filter((one) => one.language === language).map(({ id }) => id);
  return freshIn(searched).some(
    ({ source, extract }) =>
      source.language === language ||
      extract.language === language ||
      (extract.wording === 'grounded' && extract.groups.some((id) => groups.includes(id))),
  );
}

function freshIn({ sources, fresh }: Searched): Placed[] {
  return sources.flatMap((source) =>
    source.extracts.filter(({ key }) => fresh.has(key)).map((extract) => ({ source, extract })),
  );
}

/** What went wrong, each reason once with its count. */
function reasonsOf(problems: readonly GroupProblem[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason, count } of problems) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(
    ([reason, count]) => PROBLEMS.get(reason)?.(count) ?? `另有 ${count} 個狀況`,
  );
}
