import { runIdOf } from '@dossier/contracts';
import { actsOf, valuesOf } from './card-values.builder.ts';
import { historyCarousel, type HistoryCardRow } from './history-card.ts';
import { planCard } from './plan-card.ts';
import { versionsCard, type VersionCardRow } from './versions-card.ts';

const run = { runId: runIdOf('01HEVENT'), version: 2 };
const publication = { url: 'https://reports.example/r', title: '三種費率' };
const ROW: HistoryCardRow = {
  run,
  question: '碳費怎麼收？',
  status: 'done',
  startedAt: new Date('2026-12-01T17:05:00.000Z'),
  current: false,
  publication,
};
const VERSION: VersionCardRow = {
  version: 2,
  status: 'done',
  startedAt: new Date('2026-12-01T17:05:00.000Z'),
  kind: 'deepen',
  publication,
};

describe('historyCarousel', () => {
  it('shows status, version, question, title and the time in Taiwan', () => {
    expect(valuesOf(historyCarousel([ROW]), 'text')).toEqual([
      '已完成',
      '第 2 版',
      '碳費怎麼收？',
      '三種費率',
      '2026-12-02 01:05',
    ]);
  });

  it('shows no title that only repeats the question', () => {
    const same = { ...ROW, publication: { ...publication, title: '碳費怎麼收' } };
    expect(valuesOf(historyCarousel([same]), 'text')).not.toContain('碳費怎麼收');
  });

  it('opens what is published, and offers to look after what is not', () => {
    const card = historyCarousel([ROW]);
    expect(valuesOf(card, 'uri')).toEqual([publication.url]);
    expect(actsOf(card)).toEqual([
      { act: 'versions', run },
      { act: 'select', run },
    ]);
    const { publication: _none, ...unpublished } = ROW;
    const other = historyCarousel([{ ...unpublished, status: 'running' }]);
    expect(valuesOf(other, 'uri')).toEqual([]);
    expect(actsOf(other)[0]).toEqual({ act: 'status', run });
  });

  it('marks the current run, which need not be chosen again', () => {
    const card = historyCarousel([{ ...ROW, current: true }]);
    expect(valuesOf(card, 'text')).toContain('目前');
    expect(actsOf(card)).toEqual([{ act: 'versions', run }]);
  });

  it('has ten bubbles at most, of one width', () => {
    const { contents } = historyCarousel(Array.from({ length: 30 }, () => ROW));
    expect(valuesOf(contents, 'type').filter((type) => type === 'bubble')).toHaveLength(10);
  });
});

describe('versionsCard', () => {
  it('shows what each version is, and opens each at its own address', () => {
    const versions = [VERSION, { ...VERSION, version: 1, kind: 'new' } as const];
    const card = versionsCard({ runId: run.runId, question: '碳費怎麼收？', versions });
    expect(valuesOf(card, 'text')).toEqual([
      '所有版本',
      '碳費怎麼收？',
      '第 2 版',
      '深入章節・已完成',
      '2026-12-02 01:05',
      '閱讀 ›',
      '第 1 版',
      '首次研究・已完成',
      '2026-12-02 01:05',
      '閱讀 ›',
    ]);
    expect(valuesOf(card, 'uri')).toHaveLength(2);
    expect(actsOf(card)).toEqual([{ act: 'select', run }, { act: 'history' }]);
  });

  it('shows the ten newest and counts the older ones', () => {
    const versions = Array.from({ length: 14 }, (_, i) => ({ ...VERSION, version: 14 - i }));
    const texts = valuesOf(versionsCard({ runId: run.runId, question: '碳費', versions }), 'text');
    expect(texts).toContain('第 5 版');
    expect(texts).not.toContain('第 4 版');
    expect(texts).toContain('還有 4 個較舊的版本。');
  });
});

describe('planCard', () => {
  it('shows each direction with its language, and asks for a decision', () => {
    const card = planCard({
      run,
      question: '碳費怎麼收？',
      groups: [
        { purpose: '費率', language: 'zh-TW' },
        { purpose: '日本的作法', language: 'ja' },
      ],
    });
    expect(valuesOf(card, 'text').slice(-4)).toEqual(['1. 費率', '中文', '2. 日本的作法', '日文']);
    expect(actsOf(card)).toEqual([
      { act: 'approve-plan', run },
      { act: 'edit-plan', run },
      { act: 'cancel', run },
    ]);
  });
});
