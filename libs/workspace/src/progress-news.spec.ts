import { ProgressNews } from './progress-news.ts';

const [first, second] = [
  { done: 1, total: 6 },
  { done: 2, total: 6 },
];

describe('news of progress', () => {
  it('wake whoever waits for them, and the newest counts', () => {
    const news = new ProgressNews();
    const waiting = news.unwritten();
    expect(waiting.aborted).toBe(false);
    news.tell(first);
    news.tell(second);
    expect(waiting.aborted).toBe(true);
    expect(news.newest).toBe(second);
  });

  it('that came while others were written are not waited for', () => {
    const news = new ProgressNews();
    news.tell(first);
    news.tell(second);
    news.written(first);
    expect(news.unwritten().aborted).toBe(true);
    news.written(second);
    expect(news.unwritten().aborted).toBe(false);
  });
});
