import { sourceTitle } from './source-title.ts';

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ';

describe('sourceTitle', () => {
  it.each([
    ['台積電  年報\n 2025', '台積電 年報 2025'],
    ['harmless\u202egpj.exe', 'harmlessgpj.exe'],
    ['a\u0000b\u0007c\u200bd', 'abcd'],
    ['example.com', 'example.com'],
    ['half \ud83c', 'half'],
  ])('is one line of characters that a reader sees: %j', (title, expected) => {
    expect(sourceTitle({ url: REDIRECT, title })).toBe(expected);
  });

  it.each([
    [{ url: REDIRECT, title: '\u200b \n', domain: 'Example.com' }, 'example.com'],
    [{ url: 'https://a.example/x', title: '—' }, 'a.example'],
    [{ url: REDIRECT }, '未命名的網頁'],
  ])('falls back to the host: %j', (place, expected) => {
    expect(sourceTitle(place)).toBe(expected);
  });

  it('is bounded, and cuts no character', () => {
    const title = sourceTitle({ url: REDIRECT, title: '地👩‍👩‍👧'.repeat(100) });
    expect(title.length).toBeLessThanOrEqual(161);
    expect(title.isWellFormed()).toBe(true);
    expect(title.endsWith('…')).toBe(true);
  });
});
