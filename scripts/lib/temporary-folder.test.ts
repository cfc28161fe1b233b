import { expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.mjs';

const gigabytes = (count: number) => () => ({ bavail: count * 1024, bsize: 2 ** 20 });

it('is in memory where there is room', () => {
  expect(temporaryFolder({}, gigabytes(8))).toBe('/dev/shm');
});

it('is left to the system where there is little, where there is none, and where somebody chose one', () => {
  const none = () => {
    throw new Error('ENOENT');
  };
  expect(temporaryFolder({}, gigabytes(7.9))).toBeUndefined();
  expect(temporaryFolder({}, none)).toBeUndefined();
  expect(temporaryFolder({ TMPDIR: '/var/tmp' }, gigabytes(24))).toBeUndefined();
});
