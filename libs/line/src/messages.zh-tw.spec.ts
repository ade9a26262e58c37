import { STAGE_NAMES } from '@dossier/contracts';
import fc from 'fast-check';
import {
  helpMessage,
  noEvidenceMessage,
  questionAcceptedMessage,
  questionTooLongMessage,
  runCancelledMessage,
  runFailedMessage,
  runInProgressMessage,
} from './messages.zh-tw.ts';

describe('the texts of the bot', () => {
  it('say which question is being worked on, and how far it is', () => {
    const { text } = runInProgressMessage('碳費怎麼收？', 'write');
    expect(text).toContain('「碳費怎麼收？」');
    expect(text).toContain('規劃 → 搜尋 → 【撰寫】 → 發布 → 通知');
    expect(text).toContain('請稍候');
  });

  it('tell an empty folder from a question without a match, and what to do', () => {
    expect(noEvidenceMessage('問', 'corpus-empty').text).toMatch(/沒有任何.*文件[^]*放入文件/);
    expect(noEvidenceMessage('問', 'no-evidence').text).toMatch(/找不到相關[^]*換個說法/);
  });

  it('name the failed step and a code for support', () => {
    const { text } = runFailedMessage('碳費', 'publish', 'bucket-missing');
    expect(text).toMatch(/「發布」[^]*再傳一次[^]*publish\/bucket-missing/);
  });

  it('say that what was done is kept and can be continued', () => {
    expect(runFailedMessage('碳費', 'write', 'TypeError').text).toMatch(/都保留著[^]*接續/);
  });

  it('tell a decision that came too late from an error', () => {
    const { text } = runFailedMessage('碳費', 'plan', 'decision-expired');
    expect(text).toMatch(/等候確認太久/);
    expect(text).not.toMatch(/發生問題/);
  });

  it('say how long a question may be', () => {
    expect(questionTooLongMessage(6000, 5000).text).toMatch(/6000[^]*5000/);
  });

  it('show only the beginning of a long question', () => {
    const { text } = questionAcceptedMessage('問'.repeat(5000));
    expect(text).toContain('問…」');
    expect(text.length).toBeLessThan(300);
  });

  it('obey the limits of LINE for any question and reason', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...STAGE_NAMES), (question, reason, stage) => {
        const messages = [
          questionAcceptedMessage(question),
          runInProgressMessage(question, stage),
          noEvidenceMessage(question, reason),
          runFailedMessage(question, stage, reason),
          runCancelledMessage(question),
          questionTooLongMessage(question.length, 5000),
          helpMessage(),
        ];
        for (const { text } of messages) {
          expect(text.trim()).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(5000);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
