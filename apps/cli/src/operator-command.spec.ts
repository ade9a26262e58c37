import { InvalidArgumentError } from 'commander';
import { parseCount, parseReason, parseRunId, parseSince } from './operator-command.ts';

const now = new Date('2026-12-01T06:00:00Z');
const ID = '3f2b8a52-0c5e-5d5a-9a53-5a1f6f0c2d11';

it('reads a run id in any case', () => {
  expect(parseRunId(` ${ID.toUpperCase()} `)).toBe(ID);
});

it.each(['', 'abc', `${ID}0`, ID.replace('-', '')])('refuses %j as a run id', (text) => {
  expect(() => parseRunId(text)).toThrow(InvalidArgumentError);
});

it.each([
  ['90m', '2026-12-01T04:30:00.000Z'],
  ['7d', '2026-11-24T06:00:00.000Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T05:00:00Z', '2026-12-01T05:00:00.000Z'],
])('reads %s as an instant', (text, instant) => {
  expect(parseSince(text)(now).toISOString()).toBe(instant);
});

it.each(['', 'yesterday', '7', '-3d', '2026-13-01', '99'])('refuses %j as an instant', (text) => {
  expect(() => parseSince(text)).toThrow(InvalidArgumentError);
});

it('reads a count within its bounds only', () => {
  expect(parseCount(1, 10)('10')).toBe(10);
  for (const text of ['0', '11', '1.5', '1e1', '', '-1']) {
    expect(() => parseCount(1, 10)(text)).toThrow(InvalidArgumentError);
  }
});

it('takes one line as a reason', () => {
  expect(parseReason(' asked twice ')).toBe('asked twice');
  for (const text of ['', ' ', 'two\nlines', 'x'.repeat(201)]) {
    expect(() => parseReason(text)).toThrow(InvalidArgumentError);
  }
});
