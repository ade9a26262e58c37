import { historyCarousel } from '../cards/history-card.ts';
import { reportCard, reportText } from '../cards/report-card.ts';
import { versionsCard } from '../cards/versions-card.ts';
import { quoted, STATUS_WORDS } from '../words.zh-tw.ts';
import { say, type Composers } from './alternatives.ts';

/** Few enough that a carousel of the longest texts still fits. */
const FEWER = 4;

/** Answers about finished reports. Each has a smaller form, for contents beyond LINE's limits. */
export const REPORT_ANSWERS: Composers<'report' | 'history' | 'versions'> = {
  *report(answer) {
    yield [reportCard(answer)];
    yield [reportCard(answer, 'short')];
    yield [reportText(answer)];
  },
  *history({ runs }) {
    if (runs.length === 0) {
      yield* say([
        '還沒有研究過的題目。',
        '請用一句話告訴我想研究的問題，第一份報告就從那裡開始。',
      ]);
      return;
    }
    yield [historyCarousel(runs)];
    yield [historyCarousel(runs.slice(0, FEWER))];
    yield* say([
      '我的報告：',
      ...runs.map(({ question, status }) => `・${quoted(question)}：${STATUS_WORDS[status]}`),
    ]);
  },
  *versions(answer) {
    if (answer.versions.length === 0) {
      yield* say([`${quoted(answer.question)}還沒有任何版本。`]);
      return;
    }
    yield [versionsCard(answer)];
    yield [versionsCard({ ...answer, versions: answer.versions.slice(0, FEWER) })];
  },
};
