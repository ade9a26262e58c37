import { crc32c } from './crc32c.ts';

describe('crc32c', () => {
  it('gives the check value of RFC 3720 for the digits 1 to 9', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(
      Buffer.from('e3069283', 'hex').toString('base64'),
    );
  });

  it('gives AAAAAA== for an empty object, as Cloud Storage does', () => {
    expect(crc32c(new Uint8Array())).toBe('AAAAAA==');
  });
});
