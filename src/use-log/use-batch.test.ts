import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UseBatch, type UseEntry } from './use-batch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const entry = (n: number): UseEntry => ({ action: `page${n}`, value: `页面${n}` });

function setup() {
  const sent: (readonly UseEntry[])[] = [];
  const server = { isDown: false };
  const batch = new UseBatch({
    wait: 100,
    send: async (entries) => {
      sent.push(entries);
      return !server.isDown;
    },
  });
  return { batch, sent, server };
}

it('sends what was done in a while together, once', async () => {
  const { batch, sent } = setup();
  batch.note(entry(1));
  batch.note(entry(2));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([[entry(1), entry(2)]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

it('sends at once when there is much, never more than the server takes', async () => {
  const { batch, sent } = setup();
  for (let n = 0; n < 55; n++) batch.note(entry(n));
  expect(sent.map(({ length }) => length)).toEqual([50]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.map(({ length }) => length)).toEqual([50, 5]);
});

it('sends again what did not arrive, with the next', async () => {
  const { batch, sent, server } = setup();
  server.isDown = true;
  batch.note(entry(1));
  await vi.advanceTimersByTimeAsync(100);
  server.isDown = false;
  batch.note(entry(2));
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([[entry(1)], [entry(1), entry(2)]]);
});

it('forgets what another user did', async () => {
  const { batch, sent } = setup();
  batch.note(entry(1));
  batch.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
});
