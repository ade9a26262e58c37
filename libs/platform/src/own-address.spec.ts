import { ownAddress } from './own-address.ts';

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
])('listening on %s is reached at %s', (HOST, address) => {
  expect(ownAddress({ HOST, PORT: 3000 })).toBe(address);
});
