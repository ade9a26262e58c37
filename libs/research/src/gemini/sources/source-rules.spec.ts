import { isAllowed } from './source-rules.ts';

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ';
const deny = { allow: [], deny: ['evil.example', '壞.tw'] };
const allow = { allow: ['*.Good.example', 'https://gov.tw/'], deny: ['bad.good.example'] };

describe('isAllowed', () => {
  it.each([
    'https://evil.example/',
    'HTTPS://EVIL.EXAMPLE/a',
    'http://evil.example./',
    'https://evil.example:8443/',
    'https://good.example@evil.example/',
    'https://user:word@evil.example/',
    'https://a.b.evil.example/',
    'https://evil%2Eexample/',
    'https://evil。example/',
    'https://ｅｖｉｌ.example/',
    'https://ev\u00adil.example/',
    'https:\\\\evil.example\\a',
    'https:evil.example',
    'https://ev\til.example/',
    'https://壞.tw/',
    `https://www.${new URL('http://壞.tw').hostname}/`,
  ])('knows a denied host in any spelling: %s', (url) => {
    expect(isAllowed(deny, { url })).toBe(false);
  });

  it.each([
    'https://notevil.example/',
    'https://evil.example.org/',
    'https://good.example/evil.example',
    'https://good.example/?u=https://evil.example/',
  ])('does not take another host for a denied one: %s', (url) => {
    expect(isAllowed(deny, { url })).toBe(true);
  });

  it.each([
    ['https://good.example/x', true],
    ['https://www.good.example/x', true],
    ['https://data.gov.tw/x', true],
    ['https://bad.good.example/x', false],
    ['https://x.bad.good.example/x', false],
    ['https://notgood.example/', false],
    ['https://good.example.evil.example/', false],
    ['https://example/', false],
    ['https://1.2.3.4/', false],
  ])('takes only hosts that are allowed and not denied: %s', (url, expected) => {
    expect(isAllowed(allow, { url })).toBe(expected);
  });

  it.each([
    [{ domain: 'www.good.example', title: 'evil.example' }, true],
    [{ title: 'Good.Example' }, true],
    [{ domain: 'evil.example', title: 'good.example' }, false],
    [{ title: 'good.example: all about it' }, false],
    [{ title: 'A page about good.example' }, false],
    [{ title: '' }, false],
    [{}, false],
  ])(
    'judges a link through Google by its domain, else by a title that is a host: %j',
    (named, expected) => {
      expect(isAllowed(allow, { url: REDIRECT, ...named })).toBe(expected);
    },
  );

  it.each([
    [{ domain: 'evil.example' }, false],
    [{ title: 'sub.EVIL.example.' }, false],
    [{ title: '壞.tw' }, false],
    [{ title: 'A page' }, true],
    [{}, true],
  ])('refuses a link through Google that leads to a denied host: %j', (named, expected) => {
    expect(isAllowed(deny, { url: REDIRECT, ...named })).toBe(expected);
  });

  it('does not let a domain that came with an address speak for another host', () => {
    const place = { url: 'https://evil.example/', domain: 'good.example' };
    expect(isAllowed(allow, place)).toBe(false);
    expect(isAllowed(deny, place)).toBe(false);
  });
});
