import { fingerprintOf } from './fingerprint.ts';

const stack = (line: number, folder: string): string =>
  `TypeError\n    at WriteService.write (file://${folder}/write.service.ts:${line}:7)\n    at x`;

describe('fingerprintOf', () => {
  it('is the same for one bug on two machines and in two builds', () => {
    const here = fingerprintOf('write', 'TypeError', stack(10, '/srv/app'));
    expect(here).toMatch(/^[0-9a-f]{8}$/);
    expect(fingerprintOf('write', 'TypeError', stack(12, '/home/ada/app'))).toBe(here);
  });

  it('ignores ids and numbers in other details', () => {
    const one = 'for 0b0e7f4e-6f0e-5f5c-9b53-3a1e7f0c2d11 at step 3';
    const two = 'for 9c0e7f4e-6f0e-5f5c-9b53-3a1e7f0c2d12 at step 14';
    expect(fingerprintOf('plan', 'x', one)).toBe(fingerprintOf('plan', 'x', two));
  });

  it('tells stages, reasons and places apart', () => {
    const other = stack(10, '/a').replace('WriteService.write', 'WriteService.read');
    const prints = [
      fingerprintOf('write', 'TypeError', stack(10, '/a')),
      fingerprintOf('plan', 'TypeError', stack(10, '/a')),
      fingerprintOf('write', 'RangeError', stack(10, '/a')),
      fingerprintOf('write', 'TypeError', other),
      fingerprintOf('write', 'TypeError', null),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
