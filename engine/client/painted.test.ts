import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { painted } from './painted.ts';

const frame = 16;

async function isPainted(after: number): Promise<boolean> {
  let is = false;
  void painted().then(() => {
    is = true;
  });
  await vi.advanceTimersByTimeAsync(after);
  return is;
}

describe('painted', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('waits for the frame that shows what was done and for the next to begin', async () => {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, frame));
    expect(await isPainted(frame + 1)).toBe(false);
    expect(await isPainted(2 * frame + 1)).toBe(true);
  });

  it('does not wait for ever in a window that paints nothing', async () => {
    vi.stubGlobal('requestAnimationFrame', () => undefined);
    expect(await isPainted(50)).toBe(false);
    expect(await isPainted(200)).toBe(true);
  });

  it('does not wait where there are no frames', async () => {
    vi.stubGlobal('requestAnimationFrame', undefined);
    expect(await isPainted(0)).toBe(true);
  });
});
