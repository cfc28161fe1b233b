import { randomBytes } from 'node:crypto';

const drawnAtOnce = 4096;
let drawn = Buffer.alloc(0);

/** Random bytes never given out before. They are drawn many at once, since each draw costs more than what uses it. */
export function drawnRandom(length: number): Buffer {
  if (drawn.length < length) drawn = randomBytes(drawnAtOnce);
  const bytes = drawn.subarray(0, length);
  drawn = drawn.subarray(length);
  return bytes;
}
