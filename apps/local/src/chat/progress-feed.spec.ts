import { ProgressFeed, type ProgressEvent } from './progress-feed.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 1, 0, 0, seconds));
const event = (fields: Partial<ProgressEvent>): ProgressEvent => ({
  runId: 'run-1',
  version: 1,
  stage: 'plan',
  status: 'started',
  at: at(0),
  ...fields,
});

describe('the progress feed', () => {
  it('keeps since when a stage is at work, and starts anew when the stage does', () => {
    const feed = new ProgressFeed();
    feed.publish(event({}));
    feed.publish(event({ status: 'retrying', at: at(3) }));
    expect(feed.latest()).toMatchObject([{ status: 'retrying', startedAt: at(0), at: at(3) }]);
    feed.publish(event({ at: at(9) }));
    feed.publish(event({ status: 'done', at: at(12) }));
    expect(feed.latest()).toMatchObject([{ status: 'done', startedAt: at(9), at: at(12) }]);
  });

  it('forgets the run that reported longest ago', () => {
    const feed = new ProgressFeed();
    for (const runId of ['a', 'b', 'c', 'd', 'a', 'e']) feed.publish(event({ runId }));
    expect(feed.latest().map(({ runId }) => runId)).toEqual(['c', 'd', 'a', 'e']);
  });

  it('tells listeners until they leave', () => {
    const feed = new ProgressFeed();
    const heard: string[] = [];
    const leave = feed.subscribe(({ stage }) => heard.push(stage));
    feed.publish(event({}));
    leave();
    feed.publish(event({ stage: 'search' }));
    expect(heard).toEqual(['plan']);
  });
});
