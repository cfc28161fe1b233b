import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Said } from '../phone/phone-view.ts';
import { ToastQueue } from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (text: string): Said => ({ id: 1, at: 0, tone: 'success', text });

it('shows one after the other, each for as long as it takes to be read', () => {
  const shown: string[] = [];
  const queue = new ToastQueue(({ text }) => shown.push(text));
  for (const text of ['login', 'status', 'dialing']) queue.add(said(text));
  expect(shown).toEqual(['login']);
  vi.advanceTimersByTime(1199);
  expect(shown).toEqual(['login']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['login', 'status']);
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['login', 'status', 'dialing']);
  // Nothing waits: what comes is shown at once.
  queue.add(said('connected'));
  expect(shown).toEqual(['login', 'status', 'dialing', 'connected']);
});

it('shows nothing more once it is over', () => {
  const shown: string[] = [];
  const queue = new ToastQueue(({ text }) => shown.push(text));
  queue.add(said('login'));
  queue.add(said('status'));
  queue.stop();
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['login']);
});
