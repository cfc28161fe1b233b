import { expect, it, vi } from 'vitest';
import { loadPart, PartNotLoaded } from './load-part.ts';

const quick = { timeout: 20, pause: 1 };

it('answers what came', async () => {
  expect(await loadPart(async () => 'part', quick)).toBe('part');
});

it('asks once more when it did not come, or not in time', async () => {
  const failing = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce('part');
  expect(await loadPart(failing, quick)).toBe('part');
  const silent = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValueOnce('part');
  expect(await loadPart(silent, quick)).toBe('part');
});

it('says that the part is missing when it failed twice', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  await expect(loadPart(load, quick)).rejects.toBeInstanceOf(PartNotLoaded);
  expect(load).toHaveBeenCalledTimes(2);
});
