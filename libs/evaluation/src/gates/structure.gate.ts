import type { ChapterKind } from '@dossier/contracts';
import { findingIn, noFaults, type Gate, type JudgedChapter } from '../gate.ts';

/** G7: the chapters a report must have, in order, none empty, repeated or cut off. */
export const structureGate: Gate = {
  id: 'G7',
  name: 'structure',
  judge: ({ report, chapters }) =>
    noFaults([
      ...(report.title.trim() === '' ? ['沒有標題'] : []),
      ...orderFaults(chapters.map(({ chapter }) => chapter.kind)),
      ...repeatedHeadings(chapters),
      ...chapters.flatMap(bodyFaults),
    ]),
};

function orderFaults(kinds: readonly ChapterKind[]): readonly string[] {
  const count = (kind: ChapterKind): number => kinds.filter((other) => other === kind).length;
  return [
    ...(count('summary') === 1 && kinds[0] === 'summary' ? [] : ['第一章必須是唯一的摘要']),
    ...(count('limits') === 1 && kinds.at(-1) === 'limits' ? [] : ['最後一章必須是唯一的限制']),
    ...(count('divergences') <= 1 ? [] : ['分歧章節不只一章']),
  ];
}

function repeatedHeadings(chapters: readonly JudgedChapter[]): readonly string[] {
  const headings = chapters.map(({ chapter }) =>
    chapter.heading.normalize('NFKC').replace(/\s+/g, '').toLowerCase(),
  );
  return chapters
    .filter((_, i) => headings.indexOf(headings[i] ?? '') !== i)
    .map((judged) => findingIn(judged, '章名重複'));
}

function bodyFaults(judged: JudgedChapter): readonly string[] {
  const { heading, markdown } = judged.chapter;
  const { openEnding, headingLevels } = judged.reading;
  return [
    ...(heading.trim() === '' ? ['有一章沒有章名'] : []),
    ...(markdown.trim() === '' ? [findingIn(judged, '內容是空的')] : []),
    ...(openEnding === undefined ? [] : [findingIn(judged, `結尾不完整：${openEnding}`)]),
    ...(headingLevels.every((level) => level > 2) ? [] : [findingIn(judged, '內文含有章級標題')]),
  ];
}
