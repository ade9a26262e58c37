import { downloadRange, uploadRange } from './byte-ranges.ts';

describe('downloadRange', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['lines=1-2', 'whole'],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(downloadRange(header, 10)).toEqual(expected);
  });
});

describe('uploadRange', () => {
  it.each([
    [undefined, 5, { start: 0, total: 5, last: true }],
    ['bytes 0-4/5', 5, { start: 0, total: 5, last: true }],
    ['bytes 0-4/*', 5, { start: 0, total: undefined, last: false }],
    ['bytes 5-9/20', 5, { start: 5, total: 20, last: false }],
    ['bytes 3-*/*', 5, { start: 3, total: 8, last: true }],
    ['bytes 0-*/5', 5, { start: 0, total: 5, last: true }],
    ['bytes */*', 0, { start: undefined, total: undefined, last: false }],
    ['bytes */20', 0, { start: undefined, total: 20, last: false }],
    ['bytes 0--1/0', 0, { start: 0, total: 0, last: true }],
    ['bytes 10-9/10', 0, { start: 10, total: 10, last: true }],
  ])('reads %s with a body of %i bytes', (header, length, expected) => {
    expect(uploadRange(header, length)).toEqual(expected);
  });

  it('refuses a range that does not fit the body, and one it cannot read', () => {
    expect(() => uploadRange('bytes 0-9/*', 5)).toThrow('does not fit a body of 5 bytes');
    expect(() => uploadRange('bytes x', 5)).toThrow('Invalid Content-Range');
  });
});
