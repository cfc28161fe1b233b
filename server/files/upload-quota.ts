import { pipeline, type Readable, Transform } from 'node:stream';
import { sizeText } from '../../engine/model/fields/index.ts';
import { addDays, dayOf } from '../../engine/model/time/index.ts';
import { giveBackBytes, takeBytes, type UploadDay, usedBytes } from '../db/upload-use.ts';
import type { Db } from '../kernel/database/db.ts';
import { refuseFile } from './store/errors.ts';

/** Taken ahead of what comes, so that the database is asked once a mebibyte. */
const slice = 1_048_576;

/**
 * Counts what one upload brings against what a person may upload in a day. Bytes are taken before they are passed on:
 * any number of uploads at once, on any node, pass on no more than the day allows. What came counts, kept or not.
 */
export class UploadQuota {
  readonly #db: Db;
  readonly #day: UploadDay;
  readonly #most: number;
  #taken = 0;
  #came = 0;

  constructor(db: Db, staffId: string, now: string, most: number) {
    this.#db = db;
    this.#day = { staffId, day: dayOf(now) };
    this.#most = most;
  }

  /** The content, cut off where the day is used up (E_UPLOAD_QUOTA). */
  metered(content: Readable): Readable {
    const meter = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#pass(chunk.length).then(() => done(null, chunk), done);
      },
    });
    return pipeline(content, meter, () => undefined);
  }

  /** Refuses what is yet to come where the day has no room for it; it is counted when it comes. */
  async refuseBeyond(bytes: number): Promise<void> {
    if (bytes > this.#most - (await usedBytes(this.#db, this.#day))) throw await this.#refusal();
  }

  /** Gives back what was taken ahead; call it once the upload is over, however it ended. */
  async settle(): Promise<void> {
    if (this.#taken > this.#came) await giveBackBytes(this.#db, this.#day, this.#taken - this.#came);
    this.#taken = this.#came;
  }

  async #pass(length: number): Promise<void> {
    const needed = this.#came + length - this.#taken;
    if (needed > 0 && !(await this.#take(Math.max(needed, slice))) && !(await this.#take(needed)))
      throw await this.#refusal();
    this.#came += length;
  }

  async #take(bytes: number): Promise<boolean> {
    if (!(await takeBytes(this.#db, this.#day, bytes, this.#most))) return false;
    this.#taken += bytes;
    return true;
  }

  /** What is left counts for a file of its own: what came of this one is lost. */
  async #refusal() {
    await this.settle();
    const left = Math.max(0, this.#most - (await usedBytes(this.#db, this.#day)));
    const until = `${addDays(this.#day.day, 1)} 00:00`;
    return refuseFile('E_UPLOAD_QUOTA', {
      expected: sizeText(this.#most),
      got: left === 0 ? '0 KB' : sizeText(left),
      until,
    });
  }
}
