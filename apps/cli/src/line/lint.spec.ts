import { FakeLine } from '@dossier/fake-line';
import { systemClock } from '@dossier/platform';
import { CommandStopped } from '../command-exit.ts';
import { lintText } from './lint-text.ts';
import { lintCards, type LintSample } from './lint.ts';

const ACCESS_TOKEN = 'a-token-of-this-test';

const good = (name: string): LintSample => ({ name, messages: [{ type: 'text', text: '好' }] });
const empty: LintSample = { name: 'empty', messages: [{ type: 'text', text: '' }] };

let line: FakeLine;
beforeAll(async () => {
  line = await FakeLine.start({ channelSecret: 'a-secret', accessToken: ACCESS_TOKEN });
});
afterAll(() => line.close());

const channel = (accessToken = ACCESS_TOKEN) => ({
  credentials: { kind: 'static', accessToken } as const,
  baseUrl: line.url,
  timeoutMs: 5_000,
  clock: systemClock,
});

describe('lintCards', () => {
  it('finds every card of the bot well, by its own rules and by those of LINE', async () => {
    const report = await lintCards(channel());
    expect(report.cards.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(report).toMatchObject({ ok: true, askedLine: true });
    expect(report.cards.length).toBeGreaterThan(100);
    const asked = line.journal.filter(({ path }) => path.includes('/validate/push'));
    expect(asked).toHaveLength(Math.ceil(report.cards.length / 5));
    expect(line.delivered).toEqual([]);
  });

  it('names the card that LINE refuses among others', async () => {
    const report = await lintCards(channel(), [good('a'), empty, good('b')]);
    expect(report.ok).toBe(false);
    expect(report.cards.map(({ name, problems }) => [name, problems.length > 0])).toEqual([
      ['a', false],
      ['empty', true],
      ['b', false],
    ]);
    expect(report.cards[1]?.problems.map((problem) => problem.startsWith('LINE: '))).toEqual([
      false,
      true,
    ]);
  });

  it('asks nobody without a channel', async () => {
    const before = line.journal.length;
    await expect(lintCards(undefined, [good('a')])).resolves.toEqual({
      ok: true,
      askedLine: false,
      cards: [{ name: 'a', type: 'text', used: 1, limit: 5_000, unit: 'units', problems: [] }],
    });
    expect(line.journal).toHaveLength(before);
  });

  it('stops with a reason when LINE does not know the token', async () => {
    const refused = lintCards(channel('wrong'), [good('a')]);
    await expect(refused).rejects.toBeInstanceOf(CommandStopped);
    await expect(refused).rejects.toThrow(/could not be asked: line-.*--offline/);
  });
});

describe('lintText', () => {
  it('lists size and share of the limit, then the problems, then the result', async () => {
    const report = await lintCards(undefined, [good('a'), empty]);
    expect(lintText(report).split('\n')).toEqual([
      'CARD   TYPE  SIZE     LIMIT  SHARE  RESULT',
      'a      text  1 units  5000   1%     ok',
      'empty  text  0 units  5000   0%     1 problem(s)',
      '',
      'empty: messages[0].text: a text that shows something',
      "1 of 2 cards have problems (Dossier's rules; LINE was not asked).",
    ]);
  });
});
