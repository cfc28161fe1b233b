import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawWithRows, patience } from './draw-with-rows.ts';

const never = new Promise<never>(() => undefined);

function waiting(rows: Promise<unknown>) {
  const page = new EventTarget();
  const [draw, onEnd] = [vi.fn<() => void>(), vi.fn<() => void>()];
  return { page, draw, onEnd, step: drawWithRows(rows, draw, onEnd, page) };
}

describe('a step that waits for its rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['are there', () => Promise.resolve()],
    ['cannot be had', () => Promise.reject(new Error('the line is dead'))],
  ])('is drawn once, when they %s', async (_, rows) => {
    const { page, draw, onEnd } = waiting(rows());
    expect(draw).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect(draw).toHaveBeenCalledOnce();
    page.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(patience);
    expect(draw).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('is drawn without them when they take too long', async () => {
    const { draw } = waiting(never);
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(draw).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(draw).toHaveBeenCalledOnce();
  });

  it.each(['pointerdown', 'keydown'])('is drawn before what comes next: %s', (kind) => {
    const { page, draw } = waiting(never);
    page.dispatchEvent(new Event(kind));
    expect(draw).toHaveBeenCalledOnce();
  });

  it.each<[string, (one: ReturnType<typeof waiting>) => unknown]>([
    ['by who goes back', ({ page }) => page.dispatchEvent(new Event('popstate'))],
    ['by another that takes its place', ({ step }) => step.giveUp()],
  ])('is given up %s', async (_, leave) => {
    const one = waiting(never);
    leave(one);
    one.page.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(patience);
    expect(one.draw).not.toHaveBeenCalled();
    expect(one.onEnd).toHaveBeenCalledOnce();
  });
});
