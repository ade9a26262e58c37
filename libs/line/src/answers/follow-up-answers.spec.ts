import { runIdOf } from '@dossier/contracts';
import { actsOf, valuesOf } from '../cards/card-values.builder.ts';
import type { LineMessage } from '../line-message.ts';
import { composeAnswer } from './compose-answer.ts';

const run = { runId: runIdOf('01HEVENT'), version: 2 };
const question = '碳費怎麼收？';

const textOf = (messages: readonly LineMessage[]) => valuesOf(messages, 'text').join('\n');

describe('answers about a further version', () => {
  it('keeps the chapter that sources are for while it asks for their language', () => {
    const messages = composeAnswer({ kind: 'choose-language', run, question, chapter: 3 });
    expect(textOf(messages)).toContain('的第 3 章要補充哪一種語言');
    expect(textOf(messages)).toContain('「第 3 章補日文來源」');
    expect(actsOf(messages)).toContainEqual({
      act: 'add-sources',
      run,
      chapter: 3,
      language: 'ja',
    });
  });

  it('offers no deeper chapter to somebody who wanted another one rewritten', () => {
    const chapters = [{ number: 2, heading: '費率' }];
    const asked = { kind: 'choose-chapter', run, question, chapters, missing: 9 } as const;
    const messages = composeAnswer({ ...asked, wish: 'rewrite' });
    expect(textOf(messages)).toMatch(/沒有可以改寫的第 9 章[^]*改寫第 2 章/);
    expect(actsOf(messages)).toEqual([]);
  });

  it('tells that the versions before a cancelled one are still there', () => {
    const ended = {
      kind: 'ended',
      notice: 'cancelled',
      question,
      stage: 'write',
      reason: '',
    } as const;
    expect(textOf(composeAnswer({ ...ended, run }))).toContain('之前的版本都還在');
    const first = composeAnswer({ ...ended, run: { ...run, version: 1 } });
    expect(textOf(first)).toContain('沒有產生報告');
  });

  it('offers what could have been meant when a wish came to nothing', () => {
    const ended = { kind: 'ended', notice: 'no-evidence', run, question, stage: 'plan' } as const;
    const chapters = [2, 4].map((number) => ({ number, heading: '費率' }));
    const missing = composeAnswer({ ...ended, reason: 'no-such-chapter', chapters });
    expect(actsOf(missing).slice(0, 2)).toEqual([
      { act: 'deepen', run, chapter: 2 },
      { act: 'deepen', run, chapter: 4 },
    ]);
    expect(valuesOf(missing, 'label')[0]).toBe('深入 2. 費率');
    const unclear = actsOf(composeAnswer({ ...ended, reason: 'unclear-wish' }));
    for (const act of ['deepen', 'add-sources', 'republish']) {
      expect(unclear).toContainEqual({ act, run });
    }
    const gone = composeAnswer({ ...ended, reason: 'base-unreadable' });
    expect(actsOf(gone)[0]).toEqual({ act: 'ask-again', run });
    expect(textOf(gone)).toMatch(/沒辦法從那一版接續/);
  });

  it('tells kindly that a question is none for research', () => {
    const said = composeAnswer({
      ...{ kind: 'ended', notice: 'no-evidence', question, stage: 'plan' },
      ...{ run: { ...run, version: 1 }, reason: 'not-researchable' },
    });
    expect(textOf(said)).toMatch(/這個問題沒辦法研究[^]*換個說法/);
  });
});
