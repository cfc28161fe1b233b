import { v7 } from 'uuid';
import { drawnRandom } from './drawn-random.ts';

const placeLimit = 2 ** 32;
let moment = 0;
let place = 0;

/** An id for a row to come; ids grow with time, so that rows made together lie together, in the order they were made. */
export function newId(): string {
  const random = drawnRandom(16);
  const now = Date.now();
  if (now > moment) {
    moment = now;
    // Far from its end, so that what follows within the millisecond has room.
    place = random.readUInt32BE(0) >>> 1;
  } else {
    place = (place + 1) % placeLimit;
    if (place === 0) moment += 1;
  }
  return v7({ random, msecs: moment, seq: place });
}
