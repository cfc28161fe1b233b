import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  dropPart,
  finishUploadRow,
  leaveAssembly,
  type PartRow,
  partsOf,
  takeAssembly,
  type UploadRow,
  uploadOf,
} from '../../db/resumable-uploads.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { firstImpression, headBytes } from '../recognise-file.ts';
import { refuseFile } from '../store/errors.ts';
import { savedUpload, typeWithin, type UploadAnswer } from '../upload.ts';
import { partCount } from './take-part.ts';
import { ruleOfUpload } from './upload-rule.ts';

/** A call that puts a file together holds it so long, and says again that it does while it works. */
const leaseSeconds = 60;
/** A finished upload answers its file again for an hour, to whoever did not hear the first answer. */
const answeredMs = 3_600_000;

/**
 * Makes a file of the parts that came. They are read one after the other, never all at once, and each is what it was when
 * it came. One call does it, on any node; another is answered with no file yet, or with the one that became of it.
 */
export async function finish(
  { id, digest }: { readonly id: string; readonly digest: string },
  context: CallContext,
): Promise<{ readonly file: UploadAnswer | null }> {
  const { db, caller, now } = context;
  const upload = await uploadOf(db, caller.staffId, id, now);
  if (upload === undefined) throw refuseFile('E_UPLOAD_GONE');
  if (upload.fileId !== null) return { file: await answerAgain(upload.fileId, context) };
  const parts = await partsOf(db, id);
  refuseIncomplete(upload, parts, digest);
  const by = randomUUID();
  if (!(await takeAssembly(db, id, by, leaseSeconds))) return { file: null };
  const renewing = setInterval(
    () => {
      takeAssembly(db, id, by, leaseSeconds).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    return { file: await assembled(upload, parts, by, context) };
  } finally {
    clearInterval(renewing);
    await leaveAssembly(db, id, by);
  }
}

function refuseIncomplete(upload: UploadRow, parts: readonly PartRow[], digest: string): void {
  const count = partCount(upload);
  if (parts.length !== count) throw refuseFile('E_UPLOAD_PART', { expected: count, got: parts.length });
  const told = createHash('sha256');
  for (const { sha256 } of parts) told.update(sha256);
  if (told.digest('hex') !== digest) throw refuseFile('E_UPLOAD_OTHER');
}

async function assembled(
  upload: UploadRow,
  parts: readonly PartRow[],
  by: string,
  context: CallContext,
): Promise<UploadAnswer> {
  const { files } = context.services;
  const stored = await files.write(
    Readable.from(contentOf(upload, parts, context), { objectMode: false }),
    upload.size,
  );
  try {
    const head = await buffer(await files.read(stored.key, { start: 0, end: headBytes - 1 }));
    const type = await typeWithin(ruleOfUpload(upload), firstImpression(head), stored, upload.name, files);
    const expireAt = new Date(Date.parse(context.now) + answeredMs).toISOString();
    const answer = await mutate('file.upload', { sha256: stored.sha256 }, context, async (inside) => {
      const saved = await savedUpload(upload.name, type, stored, inside);
      if (!(await finishUploadRow(inside.db, { id: upload.id, by }, saved.id, expireAt)))
        throw refuseFile('E_UPLOAD_GONE');
      return saved;
    });
    await removeAll(parts, files);
    return answer;
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

async function removeAll(parts: readonly PartRow[], files: FileStore): Promise<void> {
  for (const { key } of parts) await files.remove(key);
}

/** The contents of the parts in their order; one that is no longer what came is forgotten, so that it is sent again. */
async function* contentOf(
  upload: UploadRow,
  parts: readonly PartRow[],
  { db, services }: CallContext,
): AsyncIterable<Buffer> {
  for (const part of parts) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await services.files.read(part.key)) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Gone from the store: as good as changed.
    }
    if (hash.digest('hex') === part.sha256) continue;
    await dropPart(db, upload.id, part.number);
    await services.files.remove(part.key);
    throw refuseFile('E_UPLOAD_PART', { expected: part.sha256, got: part.number });
  }
}

async function answerAgain(fileId: string, context: CallContext): Promise<UploadAnswer> {
  const records = new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const file = await records.findOne('file_object', { id: fileId });
  if (file === undefined) throw refuseFile('E_UPLOAD_GONE');
  const { name, kind, mime, size } = file;
  return { id: fileId, name: String(name), kind: String(kind), mime: String(mime), size: Number(size) };
}
