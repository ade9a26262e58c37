import { runIdOf } from '@dossier/contracts';
import { patchBody } from './patch-body.ts';

const command = { runId: runIdOf('01H'), version: 1, stage: 'plan', step: 0 } as const;
const body = JSON.stringify(command);
const error = (code: string, text: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(text) as string }) as Error;

describe('patchBody', () => {
  it('applies every operation in order', () => {
    const { after, command: patched } = patchBody(body, [
      { op: 'test', path: '/version', value: 1 },
      { op: 'replace', path: '/version', value: 2 },
      { op: 'add', path: '/stage', value: 'write' },
    ]);
    expect(JSON.parse(after)).toEqual({ ...command, version: 2, stage: 'write' });
    expect(patched).toEqual({ ...command, version: 2, stage: 'write' });
  });

  it('replaces a whole body that is no JSON', () => {
    const whole = [{ op: 'replace', path: '', value: command }];
    expect(patchBody('<html>', whole).command).toEqual(command);
    expect(patchBody('"text"', whole).command).toEqual(command);
  });

  it.each([
    ['a value that is no command', [{ op: 'replace', path: '/version', value: 0 }], /version/],
    ['a field too many', [{ op: 'add', path: '/question', value: 'x' }], /1 unknown property/],
    ['a run that is no run id', [{ op: 'replace', path: '/runId', value: 'r' }], /runId/],
    ['nothing left', [{ op: 'remove', path: '' }], /no command/],
  ])('refuses %s', (_title, patch, text) => {
    expect(() => patchBody(body, patch)).toThrow(error('not-a-command', text));
  });

  it.each([
    ['no list', { op: 'remove', path: '/step' }, /list of operations/],
    ['an empty list', [], /list of operations/],
    ['another operation', [{ op: 'delete', path: '/step' }], /op must be/],
    ['no pointer', [{ op: 'remove', path: 'step' }], /JSON pointer/],
    ['no value', [{ op: 'replace', path: '/step' }], /value is missing/],
    ['a missing place', [{ op: 'remove', path: '/nothing' }], /operation 0/],
    ['a failed test', [{ op: 'test', path: '/version', value: 9 }], /operation 0/],
  ])('refuses a patch with %s', (_title, patch, text) => {
    expect(() => patchBody(body, patch)).toThrow(error('bad-patch', text));
  });

  it('never reaches the prototype of all objects', () => {
    const patch = [{ op: 'add', path: '/__proto__/polluted', value: 1 }];
    expect(() => patchBody(body, patch)).toThrow(error('not-a-command', /1 unknown property/));
    expect({}).not.toHaveProperty('polluted');
  });

  it('says how to edit what is no JSON', () => {
    const patch = [{ op: 'replace', path: '/version', value: 1 }];
    expect(() => patchBody('<html>', patch)).toThrow(error('body-not-json', /as a whole/));
  });
});
