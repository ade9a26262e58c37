import fc from 'fast-check';
import { commandFor, outboxIdOf, parseCommand } from './command.ts';
import { runIdOf } from './ids.ts';
import { MessageRejected } from './parse.ts';

const key = { runId: runIdOf('01HEVENT'), version: 2 };
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

describe('parseCommand', () => {
  it('reads back what commandFor makes', () => {
    expect(parseCommand(bytes(commandFor(key, 'write', 3)))).toEqual(commandFor(key, 'write', 3));
  });

  it.each([
    ['an unknown stage', { ...key, stage: 'dance', step: 0 }],
    ['version 0', { ...key, version: 0, stage: 'plan', step: 0 }],
    ['a version as text', { ...key, version: '1', stage: 'plan', step: 0 }],
    ['a run id that is no UUID', { ...key, runId: '../../etc', stage: 'plan', step: 0 }],
    ['36 dashes for a run id', { ...key, runId: '-'.repeat(36), stage: 'plan', step: 0 }],
    ['a negative step', { ...key, stage: 'plan', step: -1 }],
    ['content beside the ids', { ...key, stage: 'plan', step: 0, question: 'x' }],
    ['a list', [key]],
    ['null', null],
  ])('rejects %s', (_title, body) => {
    expect(() => parseCommand(bytes(body))).toThrow(MessageRejected);
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(() => parseCommand(Uint8Array.from([0xff, 0xfe, 0x7b]))).toThrow(MessageRejected);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('rejects a body of nested %s that no stack holds', (_title, open, close) => {
    const nested = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    const body = Buffer.from(`{"runId":${nested}}`);
    expect(() => parseCommand(body)).toThrow(MessageRejected);
  });

  it('names problems without repeating values', () => {
    const secret = 'my question to nobody';
    try {
      parseCommand(bytes({ ...key, stage: secret, step: 0 }));
      throw new Error('accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(MessageRejected);
      expect(String(error)).not.toContain(secret);
    }
  });

  it.each([
    [{ 'where my brother lives': 1 }, '1 unknown property'],
    [{ 'where my brother lives': 1, 'and why': 2 }, '2 unknown properties'],
  ])('counts properties that it does not know, and does not name them', (extra, problem) => {
    const body = bytes({ ...key, stage: 'plan', step: 0, ...extra });
    expect(() => parseCommand(body)).toThrow(new MessageRejected([problem]));
  });

  it('never throws anything but MessageRejected', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((json) => Buffer.from(json)),
        ),
        (body) => {
          try {
            parseCommand(body);
          } catch (error) {
            expect(error).toBeInstanceOf(MessageRejected);
          }
        },
      ),
    );
  });
});

it('names an outbox entry by version, stage and step', () => {
  expect(outboxIdOf(commandFor(key, 'search', 1))).toBe('2.search.1');
});
