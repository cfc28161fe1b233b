import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, statfs, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sizeText } from '../../../engine/model/fields/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { codeOf } from '../../kernel/errors/start-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';

const keyPattern = /^[a-z0-9][a-z0-9-]{7,119}$/;
const unfinished = '.part';

/** Opens the store below a folder, which several nodes may share; it is made where it is missing. */
export function createFileStore(folder: string): FileStore {
  const placeOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new TypeError(`not a key of the file store: ${key.slice(0, 40)}`);
    // The end of a key, so that keys which begin alike still spread.
    return path.join(folder, key.slice(-2), key);
  };
  return {
    folder,
    async write(source, limit) {
      const key = randomBytes(20).toString('hex');
      const meter = measured(limit);
      await put(placeOf(key), source, meter.stream);
      return { key, ...meter.result() };
    },
    async writeAt(key, source) {
      const stream = source instanceof Uint8Array ? Readable.from([Buffer.from(source)]) : source;
      await put(placeOf(key), stream, measured(Number.POSITIVE_INFINITY).stream);
    },
    async read(key, range) {
      const place = placeOf(key);
      await stat(place).catch(gone);
      return createReadStream(place, range);
    },
    async remove(key) {
      await unlink(placeOf(key)).catch(unlessMissing);
    },
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    keysBefore: (moment) => keysBelow(folder, moment),
  };
}

/** Writes beside the place, makes it durable, and only then gives it its name. */
async function put(place: string, source: Readable, meter: Transform): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const beside = `${place}.${randomBytes(6).toString('hex')}${unfinished}`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await pipeline(source, meter, handle.createWriteStream({ flush: true }));
    await rename(beside, place);
    await syncFolder(path.dirname(place));
  } catch (error) {
    await unlink(beside).catch(unlessMissing);
    throw error;
  }
}

/** The name itself survives a power cut only when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function measured(limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > limit) return done(refuse('E_FILE_TOO_LARGE', { expected: sizeText(limit) }));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}

async function* keysBelow(folder: string, moment: Date): AsyncIterable<string> {
  for (const shelf of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(path.join(folder, shelf)).catch(() => [])) {
      const facts = await stat(path.join(folder, shelf, name)).catch(() => undefined);
      if (facts?.isFile() !== true || facts.mtime >= moment) continue;
      if (name.endsWith(unfinished)) await unlink(path.join(folder, shelf, name)).catch(unlessMissing);
      else if (keyPattern.test(name)) yield name;
    }
  }
}

function gone(error: unknown): never {
  if (codeOf(error) === 'ENOENT') throw refuse('E_FILE_GONE');
  throw error;
}

function unlessMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
