import { publishedDay } from './published-day.ts';

describe('publishedDay', () => {
  it.each([
    ['https://a.example/2025/03/07/title', '2025-03-07'],
    ['https://a.example/news/2025-3-7-title', '2025-03-07'],
    ['https://a.example/2025/02/30/title', undefined],
    ['https://a.example/2025/13/01/title', undefined],
    ['https://a.example/2025/03-07/title', undefined],
    ['https://a.example/id/12025/03/071', undefined],
    ['https://a.example/?d=2025/03/07', undefined],
    ['https://a.example/title', undefined],
  ])('%s', (url, expected) => {
    expect(publishedDay(new URL(url))).toBe(expected);
  });
});
