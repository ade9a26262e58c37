import { runIdOf, STAGE_NAMES } from '@dossier/contracts';
import fc from 'fast-check';
import { actsOf, valuesOf } from '../cards/card-values.builder.ts';
import { findProblems } from '../limits/find-problems.ts';
import type { LineMessage } from '../line-message.ts';
import type { Answer } from './answer.ts';
import { composeAnswer } from './compose-answer.ts';
import { sampleAnswers, type SampleWords } from './sample-answers.ts';

const run = { runId: runIdOf('01HEVENT'), version: 2 };
const question = '碳費怎麼收？';
const FAMILY = '👨‍👩‍👧‍👦';

/** The same text wherever a person or a report may have written it. */
function everywhere(text: string, more: Partial<SampleWords> = {}): SampleWords {
  const url = 'https://reports.example/r';
  return {
    question: text,
    title: text,
    summary: text,
    heading: text,
    site: text,
    url,
    many: 3,
    ...more,
  };
}

function answersWith(words: SampleWords): readonly Answer[] {
  return Object.values<readonly Answer[]>(sampleAnswers(words)).flat();
}

const textOf = (messages: readonly LineMessage[]) => valuesOf(messages, 'text').join('\n');

describe('composeAnswer', () => {
  it.each<[string, SampleWords]>([
    ['ordinary words', everywhere('台灣碳費 2026 年怎麼收？')],
    ['nothing at all', everywhere('', { url: '', many: 0 })],
    ['blanks and letters without a shape', everywhere(' \n\u200B\u3164\uFEFF')],
    ['a hundred chapters of 5,000 letters', everywhere('費'.repeat(5_000), { many: 100 })],
    ['families of emoji', everywhere(FAMILY.repeat(500), { many: 100 })],
    ['one letter under 5,000 accents', everywhere(`a${'\u0301'.repeat(5_000)}`)],
    ['lone surrogates', everywhere('\ud83d費\ude00'.repeat(200))],
    ['marks that turn the direction', everywhere('\u202E\u2067費用\u200F'.repeat(100))],
    ['control characters', everywhere('\u0000\u0001\u001b[31m費\u0085'.repeat(500))],
    ['quotes and backslashes, which JSON doubles', everywhere('"\\'.repeat(5_000), { many: 100 })],
    ['an address of 10 kB', everywhere('費', { url: `https://a.example/${'x'.repeat(10_000)}` })],
    ['a javascript: address', everywhere('費', { url: 'javascript:alert(1)' })],
    ['a Chinese host and path', everywhere('費', { url: 'https://報告.tw/章/一?版=1#二' })],
    ['this machine over http', everywhere('費', { url: 'http://localhost:8080/reports/r' })],
  ])('says everything in messages that LINE takes, with %s', (_, words) => {
    const broken = answersWith(words)
      .map((answer) => ({ answer, problems: findProblems(composeAnswer(answer)) }))
      .filter(({ problems }) => problems.length > 0)
      .map(({ answer: { kind }, problems }) => ({ kind, problems }));
    expect(broken).toEqual([]);
  });

  it('says everything in messages that LINE takes, with any texts', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 100 }),
    );
    const words = fc.record({
      question: anyText,
      title: anyText,
      summary: anyText,
      heading: anyText,
      site: anyText,
      url: fc.oneof(anyText, fc.webUrl({ withFragments: true, withQueryParameters: true })),
      many: fc.integer({ min: 0, max: 15 }),
    });
    fc.assert(
      fc.property(words, (each) => {
        for (const answer of answersWith(each)) {
          expect(findProblems(composeAnswer(answer))).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('survives numbers and instants that are none', () => {
    const status = { kind: 'status', run, question, status: 'running', stage: 'plan' } as const;
    const none = new Date(NaN);
    const answers: readonly Answer[] = [
      { ...status, needsHuman: false, elapsedMs: NaN, groups: [], queued: NaN },
      { kind: 'limit-reached', who: 'user', limit: NaN, resetsInMs: NaN },
      {
        kind: 'history',
        runs: [{ run, question, status: 'done', startedAt: none, current: false }],
      },
    ];
    for (const answer of answers) {
      const messages = composeAnswer(answer);
      expect(findProblems(messages)).toEqual([]);
      expect(textOf(messages)).not.toContain('Invalid');
    }
  });

  it('gives every button data that the webhook reads, and shows the tap in the chat', () => {
    const messages = answersWith(everywhere('費')).flatMap((answer) => composeAnswer(answer));
    const postbacks = valuesOf(messages, 'action').filter(
      (action) => valuesOf([action], 'data').length > 0,
    );
    expect(postbacks.length).toBeGreaterThan(50);
    expect(actsOf(messages)).not.toContain(undefined);
    expect(valuesOf(postbacks, 'displayText')).toEqual(valuesOf(postbacks, 'label'));
  });

  it('has at most one primary button in a card', () => {
    const bubbles = answersWith(everywhere('費'))
      .flatMap((answer) => composeAnswer(answer))
      .flatMap((message) => (message.type === 'flex' ? [message.contents] : []))
      .flatMap((shown) => (shown.type === 'carousel' ? shown.contents : [shown]));
    const primary = bubbles.map(
      (bubble) => valuesOf(bubble, 'style').filter((style) => style === 'primary').length,
    );
    expect(new Set(primary)).toEqual(new Set([0, 1]));
  });

  it('follows the size of letters that a reader chose, in every text and button', () => {
    const cards = answersWith(everywhere('費'))
      .flatMap((answer) => composeAnswer(answer))
      .filter(({ type }) => type === 'flex');
    const fixed = valuesOf(cards, 'contents')
      .flat()
      .filter((part) => ['text', 'button'].includes(String(valuesOf([part], 'type')[0])))
      .filter((part) => valuesOf([part], 'scaling')[0] !== true);
    expect(fixed).toEqual([]);
  });

  it.each(STAGE_NAMES)('shows a run at %s with its five steps', (stage) => {
    const answer: Answer = {
      kind: 'status',
      run,
      question,
      status: 'running',
      stage,
      needsHuman: false,
      elapsedMs: 200_000,
      groups: ['費率', '對象'],
      queued: 2,
    };
    const messages = composeAnswer(answer);
    const text = textOf(messages);
    const done = STAGE_NAMES.indexOf(stage);
    expect(text.match(/✓/g)?.length ?? 0).toBe(done);
    expect(text).toMatch(/規劃[^]*搜尋[^]*撰寫[^]*發布[^]*通知/);
    expect(text).toMatch(/已經過 3 分 20 秒[^]*・費率[^]*・對象[^]*後面還有 2 個問題/);
    expect(actsOf(messages)).toEqual([
      { act: 'status', run },
      { act: 'cancel', run },
    ]);
  });

  it.each([
    [{ progress: { done: 3, total: 6, sources: 12 } }, /已完成 3／6，找到 12 個來源/],
    [{ progress: { done: 1, total: 5 } }, /已完成 1／5。/],
    [{ needsHuman: true, waitsFor: 'over-budget' }, /費用上限[^]*請管理者決定/],
    [{ needsHuman: true, waitsFor: 'something-new' }, /確認之後才會繼續/],
  ])('tells with a status how far it is, or what it waits for: %j', (more, words) => {
    const text = textOf(
      composeAnswer({
        ...{ kind: 'status', run, question, status: 'running', stage: 'search' },
        ...{ needsHuman: false, elapsedMs: 1_000, groups: [], queued: 0, ...more },
      }),
    );
    expect(text).toMatch(words);
  });

  it.each([
    ['daily-quota', ['retry', 'cancel']],
    ['over-daily-budget', ['retry', 'cancel']],
    ['over-budget', ['status', 'cancel']],
  ])('offers with a version that waits for %s what can be done: %j', (waitsFor, acts) => {
    const messages = composeAnswer({
      ...{ kind: 'status', run, question, status: 'running', stage: 'plan', waitsFor },
      ...{ needsHuman: true, elapsedMs: 1_000, groups: [], queued: 0 },
    });
    expect(actsOf(messages)).toMatchObject(acts.map((act) => ({ act, run })));
  });

  it('offers a retry for what failed, and none where it would help nobody', () => {
    const ended = { kind: 'ended', run, question, stage: 'write' } as const;
    const failed = composeAnswer({ ...ended, notice: 'failure', reason: 'TypeError' });
    expect(actsOf(failed)).toContainEqual({ act: 'retry', run });
    expect(textOf(failed)).toContain('write/TypeError');
    const nothing = composeAnswer({ ...ended, notice: 'no-evidence', reason: 'corpus-empty' });
    expect(actsOf(nothing)).not.toContainEqual({ act: 'retry', run });
    expect(textOf(nothing)).toMatch(/還沒有任何[^]*放入文件/);
  });

  it('offers a busy person only what they may do', () => {
    const busy = {
      kind: 'busy',
      running: '甲',
      asked: '乙',
      stage: 'search',
      pending: run.runId,
    } as const;
    const all = composeAnswer({ ...busy, mayCancel: true, mayQueue: true });
    expect(actsOf(all)).toEqual(
      ['queue', 'wait', 'cancel-first'].map((act) => ({ act, pending: run.runId })),
    );
    const least = composeAnswer({ ...busy, mayCancel: false, mayQueue: false });
    expect(actsOf(least)).toEqual([{ act: 'wait', pending: run.runId }]);
  });

  it('goes deeper from an unclear sentence by button, or by a text where no report is named', () => {
    const unclear = { kind: 'unclear', text: '那個呢', pending: run.runId } as const;
    const research = { act: 'research', pending: run.runId };
    const named = composeAnswer({ ...unclear, hasReport: true, report: run });
    expect(actsOf(named)).toEqual([research, { act: 'deepen', run }, { act: 'help' }]);
    const unnamed = composeAnswer({ ...unclear, hasReport: true });
    expect(actsOf(unnamed)).toEqual([research, { act: 'help' }]);
    expect(valuesOf(unnamed, 'text')).toContain('深入');
    expect(valuesOf(composeAnswer({ ...unclear, hasReport: false }), 'label')).toHaveLength(2);
  });

  it('asks which chapter with at most thirteen buttons, each with its number', () => {
    const chapters = Array.from({ length: 20 }, (_, i) => ({
      number: i + 2,
      heading: '費率'.repeat(30),
    }));
    const messages = composeAnswer({
      kind: 'choose-chapter',
      run,
      question,
      chapters,
      missing: 40,
    });
    expect(actsOf(messages)).toEqual(
      chapters.slice(0, 13).map(({ number }) => ({ act: 'deepen', run, chapter: number })),
    );
    expect(valuesOf(messages, 'label')[0]).toBe(`2. ${'費率'.repeat(8)}…`);
    expect(textOf(messages)).toMatch(/沒有可以深入的第 40 章[^]*\n2\. 費率[^]*\n21\. 費率/);
  });

  it('quotes the message that it answers, where LINE lets a message quote', () => {
    const quoteToken = 'q3Plxr4AgKd';
    const [thanks, ...more] = composeAnswer({ kind: 'thanks' }, { quoteToken });
    expect(thanks).toMatchObject({ type: 'text', quoteToken });
    expect(more).toEqual([]);
    const accepted = composeAnswer({ kind: 'accepted', question, run }, { quoteToken });
    expect(accepted.map(({ type }) => type)).toEqual(['text', 'flex']);
    expect(accepted[0]).toMatchObject({ quoteToken });
    const history = composeAnswer({ kind: 'history', runs: [] }, { quoteToken: 'not a token' });
    expect(valuesOf(history, 'quoteToken')).toEqual([]);
  });

  it('explains how to address the bot only where that is needed', () => {
    const help = (group: boolean) => textOf(composeAnswer({ kind: 'help', group, prefix: '/查' }));
    expect(help(true)).toContain('/查 ');
    expect(help(false)).not.toContain('/查');
  });
});
