import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServerEvent } from '../../engine/client/index.ts';
import { spreadNews, spreadOver } from './spread-news.ts';

const event = (topic: string, id = topic): ServerEvent => ({ id, topic, data: {} });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('tells at once what concerns this person, and what concerns everybody at a moment of its own', () => {
  const told: string[] = [];
  const news = spreadNews(({ id }) => told.push(id));
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  news.take([event('update_message'), event('notification'), event('second_request')]);
  expect(told).toEqual(['notification']);
  vi.advanceTimersByTime(spreadOver / 2 - 1);
  expect(told).toEqual(['notification']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['notification', 'update_message', 'second_request']);
});

it('spreads a thousand windows over the whole time, and keeps none waiting longer', () => {
  const moments: number[] = [];
  const begun = Date.now();
  for (let window = 0; window < 1000; window++)
    spreadNews(() => moments.push(Date.now() - begun)).take([event('update_message')]);
  for (let passed = 0; passed < spreadOver; passed += 10) vi.advanceTimersByTime(10);
  expect(moments).toHaveLength(1000);
  // In any tenth of the time far fewer than a node can take, were they even twice as many as is likely.
  const tenths = moments.map((moment) => Math.floor((moment / spreadOver) * 10));
  for (let tenth = 0; tenth < 10; tenth++) expect(tenths.filter((one) => one === tenth).length).toBeLessThan(200);
});

it('tells nothing more once it has ended', () => {
  const told: string[] = [];
  const news = spreadNews(({ id }) => told.push(id));
  news.take([event('holiday')]);
  news.end();
  vi.advanceTimersByTime(spreadOver);
  expect(told).toEqual([]);
});
