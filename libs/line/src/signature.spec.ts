import { createHmac } from 'node:crypto';
import { verifySignature } from './signature.ts';

// The example that LINE's documentation gives.
const SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';
const BODY = Buffer.from('{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}');
const SIGNATURE = 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=';

describe('verifySignature', () => {
  it("accepts the documentation's example, with any of several secrets", () => {
    expect(verifySignature(BODY, SIGNATURE, [SECRET])).toBe(true);
    expect(verifySignature(BODY, SIGNATURE, ['another', SECRET])).toBe(true);
  });

  it.each([
    ['a changed body', Buffer.concat([BODY, Buffer.from(' ')]), SIGNATURE, [SECRET]],
    ['another secret', BODY, SIGNATURE, ['another']],
    ['no header', BODY, undefined, [SECRET]],
    ['an empty header', BODY, '', [SECRET]],
    ['a signature with something after it', BODY, `${SIGNATURE}x`, [SECRET]],
    ['no secret at all', BODY, SIGNATURE, []],
  ])('refuses %s', (_, body, header, secrets) => {
    expect(verifySignature(body, header, secrets)).toBe(false);
  });

  it('refuses what was signed with an empty secret, even when one is configured', () => {
    const signedWithNothing = createHmac('sha256', '').update(BODY).digest('base64');
    expect(verifySignature(BODY, signedWithNothing, [''])).toBe(false);
  });
});
